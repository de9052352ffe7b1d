import { expect, it } from 'vitest';
import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { type CopiedTable, jsonLines, tableAsText } from './copy-table';

const exactText = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value));

const table: CopiedTable = {
  names: ['id', 'note', 'note'],
  rows: [
    [
      { value: 1, text: '1' },
      { value: 'a, "b"', text: 'a, "b"' },
      { value: null, text: '' },
    ],
    [
      { value: '90071992547409930', text: '90071992547409930' },
      { value: 'x | y\nz', text: 'x | y\nz' },
      { value: { k: true }, text: '{"k":true}' },
    ],
  ],
};

it('writes a table as CSV', () => {
  expect(tableAsText(table, 'CSV')).toBe(
    'id,note,note\n1,"a, ""b""",\n90071992547409930,"x | y\nz","{""k"":true}"',
  );
});

it('S50 copies no formula of a text as CSV', () => {
  const cells: JsonValue[] = ['=1+1', 'a;=1', '-5', -5, { k: 'a;=1' }];
  const rows = [cells.map((value) => ({ value, text: exactText(value) }))];
  expect(tableAsText({ names: ['=a', 'b', 'c', 'd', 'e'], rows }, 'CSV')).toBe(
    `'=a,b,c,d,e\n'=1+1,a;'=1,-5,-5,"{""k"":""a;\\u003d1""}"`,
  );
});

it('writes a table as a list of objects that keeps every value', () => {
  expect(JSON.parse(tableAsText(table, 'JSON'))).toEqual([
    { id: 1, note: 'a, "b"', 'note (2)': null },
    { id: '90071992547409930', note: 'x | y\nz', 'note (2)': { k: true } },
  ]);
});

it('writes a table as Markdown on one line a row', () => {
  expect(tableAsText(table, 'Markdown')).toBe(
    '| id | note | note |\n| --- | --- | --- |\n| 1 | a, "b" |  |\n| 90071992547409930 | x \\| y<br>z | {"k":true} |',
  );
});

it('writes each row as an object on its own line, with every digit and every column', () => {
  const columns = ['id', 'id'].map((name) => ({ name, type: 'bigint' }));
  const rows = [[parseExactJson('90071992547409930'), null]];
  expect([...jsonLines({ columns, rows })]).toEqual(['{"id":90071992547409930,"id (2)":null}\n']);
});
