import { expect, test } from 'vitest';
import { csvLine } from '../csv';
import { readTableText } from './read-table-text';

const table = (text: string) => {
  const read = readTableText(text);
  if ('problem' in read) throw new Error(read.problem);
  return read;
};

test.each<[string, string[], string[][]]>([
  ['sep=;\r\nid;note\r\n1;"a;b"\r\n', ['id', 'note'], [['1', 'a;b']]],
  ['"sep=|"\nid|note\n1|a,b\n', ['id', 'note'], [['1', 'a,b']]],
  ['"name" ; "note"\n"Ann" ; "a;b"\n', ['name', 'note'], [['Ann', 'a;b']]],
  [
    'name, "note"\nAnn, "say ""hi"", you"\nBob,  plain "x"\n',
    ['name', 'note'],
    [
      ['Ann', 'say "hi", you'],
      ['Bob', '  plain "x"'],
    ],
  ],
  ['a,b\n"x, ""y"" "," z"\n', ['a', 'b'], [['x, "y" ', ' z']]],
  ['a\tb\n1,5\t2\n', ['a', 'b'], [['1,5', '2']]],
  ['a,b\n12345678901234567,007\n', ['a', 'b'], [['12345678901234567', '007']]],
])('%j is read as it is meant', (text, columns, rows) => {
  expect(table(text)).toMatchObject({ columns, rows, notes: [] });
});

test('the apostrophe that keeps a cell from being a formula is taken off, and only that one', () => {
  const { rows, notes } = table(`a,b\n'+49 170/1,'-infinity\n'=1+1,'twas\n`);
  expect(rows).toEqual([
    ['+49 170/1', '-infinity'],
    ['=1+1', "'twas"],
  ]);
  expect(notes).toEqual([expect.stringMatching(/apostrophe before \d cells/)]);
});

test('so are those within a cell, which keep its parts from being formulas', () => {
  const texts = [`a;=cmd|' /C calc'!A0`, 'b\n=1\n- item', "c;'twas", "'=d"];
  const { rows, notes } = table(`a,b\n${csvLine(texts.slice(0, 2))}\n${csvLine(texts.slice(2))}\n`);
  expect(rows).toEqual([
    [texts[0], texts[1]],
    [texts[2], '=d'],
  ]);
  expect(notes).toEqual([expect.stringMatching(/apostrophe before 3 cells/)]);
});

test('numbers that a spreadsheet program shortened are named', () => {
  expect(table('id\n1.23457E+16\n').notes).toEqual([expect.stringMatching(/^1 row with a number such as/)]);
});
