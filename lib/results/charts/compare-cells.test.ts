import { expect, test } from 'vitest';
import { exactJson, parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { compareCells, isNumericColumn } from './compare-cells';

test('decimal text is ordered by its value, beyond what a double tells apart', () => {
  const cells = ['9007199254740993', '9007199254740992', '10.5', '-3', '10.49'];
  expect([...cells].sort((a, b) => compareCells(a, b, true))).toEqual([
    '-3',
    '10.49',
    '10.5',
    '9007199254740992',
    '9007199254740993',
  ]);
});

test('what is no number comes after the numbers of a numeric column', () => {
  expect(['NaN', '1', 'Infinity', 2].sort((a, b) => compareCells(a, b, true))).toEqual([
    '1',
    2,
    'Infinity',
    'NaN',
  ]);
});

test('text is ordered as people read it', () => {
  expect(['b', 'Ä', 'a', 'Z'].sort((a, b) => compareCells(a, b, false))).toEqual(['a', 'Ä', 'b', 'Z']);
});

test.each([
  ['integer', true],
  ['int8', true],
  ['bigint', true],
  ['numeric(12,2)', true],
  ['double precision', true],
  ['interval', false],
  ['integer[]', false],
  ['text', false],
  ['point', false],
])('a column of type %s: numeric %s', (type, numeric) => {
  expect(isNumericColumn(type, ['1'])).toBe(numeric);
});

test('a column without a type is numeric when all its cells are', () => {
  expect(isNumericColumn('', [1, null, 2])).toBe(true);
  expect(isNumericColumn('', [1, 'x'])).toBe(false);
  expect(isNumericColumn('', [null])).toBe(false);
});

test('numbers of a document that keep their digits are numbers like the others', () => {
  const cells = parseExactJson('[10.50, 3.20, 4, 12345678901234567890]') as JsonValue[];
  expect(isNumericColumn('', cells)).toBe(true);
  expect(exactJson(cells.sort((a, b) => compareCells(a, b, true)))).toBe(
    '[3.20,4,10.50,12345678901234567890]',
  );
  expect(isNumericColumn('', ['10.50'])).toBe(false);
});
