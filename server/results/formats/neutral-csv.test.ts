import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv } from '@/lib/results/table/read-csv';
import { CsvNeutralizer, delimiterOf } from './neutral-csv';

function neutral(text: string, pieceChars: number, delimiter = ','): string {
  const neutralizer = new CsvNeutralizer(delimiter);
  let passed = '';
  for (let at = 0; at < text.length; at += pieceChars)
    passed += neutralizer.push(text.slice(at, at + pieceChars));
  return passed + neutralizer.end();
}

it.each([
  ['=1+1', "'=1+1"],
  ['"=1+1"', `"'=1+1"`],
  ['a,-5,+.5,-1e9,-Infinity', 'a,-5,+.5,-1e9,-Infinity'],
  ['+49 170 1,-infinity,-Infinity,+1e5', '+49 170 1,-infinity,-Infinity,+1e5'],
  ['-5x,-,+1+1', "'-5x,'-,'+1+1"],
  ['"a""=b",""', '"a""=b",""'],
  ['"a\n=b"\n=c', `"a\n'=b"\n'=c`],
  ['a"=b,"@', `a"=b,"'@`],
  [',,\t=1,', ",,'\t'=1,"],
  ['', ''],
  [' =1+1,  -5, ', "' =1+1,  -5, "],
  ['＝1+1,＠a', "'＝1+1,'＠a"],
  ['"\n=1","\t-5"', `"'\n'=1","'\t-5"`],
  [' "=1+1"', `' "=1+1"`],
])('S69 %j becomes %j', (text, expected) => {
  for (const pieceChars of [1, 2, 1000]) expect(neutral(text, pieceChars)).toBe(expected);
});

it.each([
  // Detected as written, read by others: quotes in the middle of their cells count as text.
  ['7,"a;=cmd|x;b",1', `7,"a;'=cmd|x;b",1`, ','],
  ['7,"a;""=cmd"";b"', `7,"a;""'=cmd"";b"`, ','],
  ['7,"a\n=b\n-item\n-call(x)"', `7,"a\n'=b\n-item\n'-call(x)"`, ','],
  ['1;x,=HYPERLINK("h"),y;2', `1;x,'=HYPERLINK("h"),y;2`, ';'],
  ['a;-5,"b\t@SUM(1)"', `a;-5,"b\t'@SUM(1)"`, ','],
  ['1;"x, -5";2', '1;"x, -5";2', ';'],
  ['1#=b,c', `1#'=b,c`, '#'],
])(
  'S69 %j becomes %j where cells are separated by %j, and for those who read them otherwise',
  (text, expected, delimiter) => {
    for (const pieceChars of [1, 2, 1000]) expect(neutral(text, pieceChars, delimiter)).toBe(expected);
  },
);

it('S69 is independent of how the text is cut, and otherwise leaves it unchanged', () => {
  const cell = fc.stringMatching(/^[=+\-@\t"',;\na1. ]{0,8}$/);
  const text = fc.array(cell, { maxLength: 20 }).map((cells) => cells.join(','));
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 90 }), (csv, pieceChars) => {
      const passed = neutral(csv, pieceChars);
      expect(passed).toBe(neutral(csv, 100_000));
      expect(passed.replaceAll("'", '')).toBe(csv.replaceAll("'", ''));
    }),
    { numRuns: 2_000, seed: 69 },
  );
});

it('S69 no cell that a spreadsheet reads begins a formula', () => {
  const cell = fc.stringMatching(/^[=+\-@\ta1.]{0,6}$/).map((value) => `"${value}"`);
  const csv = fc
    .array(cell, { minLength: 4, maxLength: 4 })
    .map((cells) => `a,b\n${cells[0]},${cells[1]}\n${cells[2]},${cells[3]}\n`);
  fc.assert(
    fc.property(csv, (text) => {
      const read = readCsv(neutral(text, 3), { delimiter: ',' });
      if ('problem' in read) throw new Error(read.problem);
      for (const value of read.table.rows.flat()) {
        expect(String(value)).not.toMatch(/^[=+\-@\t](?!\d*\.?\d*$)/);
      }
    }),
    { numRuns: 500, seed: 69 },
  );
});

it('finds the delimiter of a text', () => {
  expect(delimiterOf('a;b\n1;2\n')).toBe(';');
  expect(delimiterOf('a\tb\n1\t2\n')).toBe('\t');
  expect(delimiterOf('plain')).toBe(',');
  expect(delimiterOf('sep=#\r\na#b;c\n')).toBe('#');
});
