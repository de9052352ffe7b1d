import { expect, test } from 'vitest';
import { chartOfAdditions } from './additions';

test('those who added most have a series each, and all others are one', () => {
  const people = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const additions = people.map((userId, index) => ({
    weekStart: index < 6 ? '2026-11-16' : '2026-11-23',
    userId,
    name: userId.toUpperCase(),
    added: 10 - index,
  }));
  const { bars, series } = chartOfAdditions(additions, ['2026-11-16', '2026-11-23', '2026-11-30']);
  expect(series.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'Everyone else']);
  expect(bars.map(({ label, values }) => [label, values])).toEqual([
    ['Nov 16', { a: 10, b: 9, c: 8, d: 7, e: 6, '': 5 }],
    ['Nov 23', { '': 4 }],
    ['Nov 30', {}],
  ]);
  expect(bars[0]?.name).toBe('Nov 16 – 22, 2026');
});
