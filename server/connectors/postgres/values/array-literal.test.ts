import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayLiteral, parseArrayLiteral, rowLiteral } from './array-literal';

const asText = (text: string) => text;

test('elements are read back as they were written, whatever they contain', () => {
  const elements = fc.array(
    fc.option(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('NULL', '', '"', '\\', '{}', ','))),
  );
  fc.assert(
    fc.property(elements, (list) => {
      expect(parseArrayLiteral(arrayLiteral(list), asText)).toEqual(list);
    }),
  );
});

test.each<[string, unknown]>([
  ['{}', []],
  ['{1,NULL,"NULL"}', ['1', null, 'NULL']],
  [
    '{{1,2},{3,4}}',
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ],
  ['[0:1]={a,b}', ['a', 'b']],
  ['[2:3][0:0]={{a},{b}}', [['a'], ['b']]],
  ['{"a\\"b\\\\c","{d,e}"}', ['a"b\\c', '{d,e}']],
  ['1 2 3', null],
  ['{1', null],
])('%s is read as %j', (text, expected) => {
  expect(parseArrayLiteral(text, asText)).toEqual(expected);
});

test('a type may have its own delimiter', () => {
  expect(parseArrayLiteral('{(1,1),(0,0);(2,2),(1,1)}', asText, ';')).toEqual(['(1,1),(0,0)', '(2,2),(1,1)']);
});

test('a row tells null from empty text', () => {
  expect(rowLiteral([null, '', 'a"b\\c,d)'])).toBe('(,"","a\\"b\\\\c,d)")');
});
