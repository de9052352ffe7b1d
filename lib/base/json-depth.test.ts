import { expect, test } from 'vitest';
import { isTooDeep } from './json-depth';

test('S88 how deep a text is nested is told without reading what its strings hold', () => {
  expect(isTooDeep('[[1], {"a": [2]}]', 3)).toBe(false);
  expect(isTooDeep('[[1], {"a": [2]}]', 2)).toBe(true);
  expect(isTooDeep('["[[[[", "\\"[[[[", "\\\\", 1]', 1)).toBe(false);
  expect(isTooDeep('['.repeat(200_000))).toBe(true);
  expect(isTooDeep('[],'.repeat(200_000))).toBe(false);
});
