import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvOfTabs, frontOfCsv, readCsv } from './read-csv';

function tableOf(text: string) {
  const read = readCsv(text);
  if ('problem' in read) throw new Error(read.problem);
  const { columns, rows } = read.table;
  return { names: columns.map(({ name }) => name), rows };
}

describe('CSV', () => {
  it('is read cell by cell, each as the text that stands there', () => {
    const text = 'id,amount,at,note\r\n9007199254740993,007.50,2026-01-01,"a ""b"", c\nd"\r\n,, x ,=1+1\r\n';
    expect(tableOf(text)).toEqual({
      names: ['id', 'amount', 'at', 'note'],
      rows: [
        ['9007199254740993', '007.50', '2026-01-01', 'a "b", c\nd'],
        ['', '', ' x ', '=1+1'],
      ],
    });
  });

  it('may be divided by semicolons, tabs or bars, and end its lines with any line end', () => {
    for (const [between, end] of [
      [';', '\n'],
      ['\t', '\r\n'],
      ['|', '\r'],
    ]) {
      const text = [
        ['a', 'b'],
        ['1,5', '2'],
        ['3', '4'],
      ]
        .map((row) => row.join(between))
        .join(end);
      expect(tableOf(text)).toEqual({
        names: ['a', 'b'],
        rows: [
          ['1,5', '2'],
          ['3', '4'],
        ],
      });
    }
  });

  it('S51 may have columns of the same name, without one, and named like what JavaScript knows', () => {
    expect(tableOf('a,,a,__proto__,constructor\n1,2,3,4,5')).toEqual({
      names: ['a', '', 'a', '__proto__', 'constructor'],
      rows: [['1', '2', '3', '4', '5']],
    });
  });

  it('fills short rows up with nothing, and passes over empty lines', () => {
    expect(tableOf('a,b\n1\n\n2,3\n').rows).toEqual([
      ['1', null],
      ['2', '3'],
    ]);
    expect(tableOf('').rows).toEqual([]);
    expect(tableOf('only\n1')).toEqual({ names: ['only'], rows: [['1']] });
  });

  it.each([
    ['a,b\n1,"open\n2,3', /quotes in row 2/],
    ['a,b\n1,2,3', /Row 2 has more cells/],
    [`${'x,'.repeat(600)}y`, /more than 500 columns/],
  ])('that is not a table says why: %j', (text, problem) => {
    expect(readCsv(text.slice(0, 2_000))).toEqual({ problem: expect.stringMatching(problem) });
  });

  it('is read as far as it is wanted, and says when there is more', () => {
    const text = 'n\n1\n2\n3\n';
    expect(readCsv(text, { mostRows: 2 })).toMatchObject({ table: { rows: [['1'], ['2']] }, isCut: true });
    expect(readCsv(text, { mostRows: 3 })).toMatchObject({ isCut: false });
  });

  it('comes out of its reader as it went into a writer', () => {
    const cell = fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0'));
    const rows = fc
      .integer({ min: 2, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2 }));
    fc.assert(
      fc.property(rows, ([heading = [], ...body]) => {
        const text = Papa.unparse([heading, ...body], { quotes: true, newline: '\r\n' });
        const read = readCsv(text, { delimiter: ',' });
        expect(read).toMatchObject({ table: { columns: heading.map((name) => ({ name })), rows: body } });
      }),
      { numRuns: 100 },
    );
  });
});

it('tab-separated values become CSV, cell by cell', () => {
  expect(csvOfTabs('a\tb\n1,5\tsay "hi"\n')).toBe('a,b\r\n"1,5","say ""hi"""');
  expect(csvOfTabs('a\n1\t2')).toBeNull();
});

it('the front of CSV ends where a row does, not at a line break within a cell', () => {
  expect(frontOfCsv('a,b\n1,"x\ny"\n2,3\n', 12)).toBe('a,b\n1,"x\ny"\n');
  expect(frontOfCsv('a,b\n1,"x\ny"\n', 9)).toBe('a,b\n');
  expect(frontOfCsv('abcdef', 3)).toBe('abc');
  expect(frontOfCsv('ab', 3)).toBe('ab');
});
