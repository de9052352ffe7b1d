import { expect, test } from 'vitest';
import { countRows, truncationNote } from './row-counts';

test('one row is told in the singular, thousands are divided', () => {
  expect([0, 1, 812_345].map(countRows)).toEqual(['0 rows', '1 row', '812,345 rows']);
});

test('a cut result tells how much of it is shown', () => {
  expect(truncationNote(1000, 812_345)).toBe('First 1,000 of 812,345 rows');
  expect(truncationNote(1000, null)).toBe('First 1,000 rows');
  expect(truncationNote(null, null)).toBe('Only the first part of the result is shown');
});
