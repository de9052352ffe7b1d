import { expect, test } from 'vitest';
import type { JsonValue } from '@/lib/base/json';
import { chooseRows } from './choose-rows';
import { PLAIN_LOOK } from './table-look';

const table = {
  columns: [
    { name: 'id', type: '' },
    { name: 'city', type: '' },
  ],
  rows: [
    [10, 'Boston'],
    [9, null],
    [null, 'New York'],
    [2, 'boston'],
  ],
};

test('a search finds a text in any column, and a filter in its own', () => {
  expect(chooseRows(table, { ...PLAIN_LOOK, search: 'BOST' })).toEqual([
    [10, 'Boston'],
    [2, 'boston'],
  ]);
  const filters = [{ column: 0, text: '1' }];
  expect(chooseRows(table, { ...PLAIN_LOOK, search: 'bost', filters })).toEqual([[10, 'Boston']]);
});

test('numbers are sorted as numbers, and blank cells come last in either order', () => {
  const ids = (isDescending: boolean) =>
    chooseRows(table, { ...PLAIN_LOOK, sort: { column: 0, isDescending } }).map(([id]) => id);
  expect(ids(false)).toEqual([2, 9, 10, null]);
  expect(ids(true)).toEqual([10, 9, 2, null]);
});

test('sorting reads each cell a few times, however many there are', () => {
  let reads = 0;
  const rows = Array.from({ length: 1000 }, (_, index): JsonValue[] =>
    Object.defineProperty([], 0, {
      get: () => {
        reads += 1;
        return (index * 7) % 1000;
      },
    }),
  );
  const sort = { column: 0, isDescending: false };
  const sorted = chooseRows({ columns: [{ name: 'n', type: '' }], rows }, { ...PLAIN_LOOK, sort });
  expect(reads).toBe(2 * rows.length);
  expect(sorted.map(([n]) => n)).toEqual(rows.map((_, index) => index));
});
