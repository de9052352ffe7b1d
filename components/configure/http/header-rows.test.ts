import { expect, test } from 'vitest';
import { mergedRows, savedRows } from './header-rows';

const set = { is_set: true };
const before = { Accept: set, 'X-Shelter': set, 'X-Old': set };

test('headers that another person added or removed meanwhile are merged, and what was typed stays', () => {
  const mine = { id: 3, name: 'X-Mine', value: 'typed' };
  const typed = savedRows(before).map((row) =>
    row.name === 'X-Shelter' ? { ...row, value: 'typed over' } : row,
  );
  const now = { Accept: set, 'X-Theirs': set };
  expect(mergedRows([...typed, mine], before, now)).toEqual([
    { id: 0, name: 'Accept', value: null },
    { id: 1, name: 'X-Shelter', value: 'typed over' },
    mine,
    { id: 4, name: 'X-Theirs', value: null },
  ]);
});

test('a header that was removed here stays removed, and one that both added stays as it was typed here', () => {
  const mine = { id: 7, name: 'x-both', value: 'typed' };
  expect(mergedRows([mine], { Accept: set }, { Accept: set, 'X-Both': set })).toEqual([mine]);
});
