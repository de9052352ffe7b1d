import { expect, test } from 'vitest';
import { cellText, readTable, readTables, tableAsTabText } from './result-table';

const table = { columns: [{ name: 'a', type: 'integer' }], rows: [[1], [null]] };

test('a table is read with repeated, empty and dangerous column names in place', () => {
  const columns = ['__proto__', '', 'a', 'a'].map((name) => ({ name, type: 'text' }));
  expect(readTable({ columns, rows: [['x', 'y', 'z', '']] })).toEqual({
    columns,
    rows: [['x', 'y', 'z', '']],
  });
});

test('what is no table is not read as one', () => {
  expect(readTable(null)).toBeNull();
  expect(readTable([table])).toBeNull();
  expect(readTable({ columns: [], rows: [1] })).toBeNull();
  expect(readTables([table, 3])).toBeNull();
  expect(readTables([table])).toHaveLength(1);
});

test('a cell keeps its text to the last digit, and nested values read as JSON', () => {
  expect(cellText('9007199254740993.10')).toBe('9007199254740993.10');
  expect(cellText([1, { a: null }])).toBe('[1,{"a":null}]');
  expect(cellText(false)).toBe('false');
});

test('copied tables keep cells with tabs, breaks and quotes whole', () => {
  const text = tableAsTabText({
    columns: [
      { name: 'a', type: 'text' },
      { name: 'b', type: 'text' },
    ],
    rows: [
      ['x\ty', 'say "so"'],
      [null, 'line\nbreak'],
    ],
  });
  expect(text).toBe('a\tb\n"x\ty"\t"say ""so"""\n\t"line\nbreak"');
});
