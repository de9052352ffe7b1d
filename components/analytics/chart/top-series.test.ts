import { expect, test } from 'vitest';
import { barsOfTop } from './top-series';

test('the series with the most have a color each, and all others are one', () => {
  const counted = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((key, index) => ({
    place: index < 6 ? '1' : '2',
    key,
    name: key.toUpperCase(),
    value: 10 - index,
  }));
  const places = ['1', '2', '3'].map((key) => ({ key, label: key, name: key }));
  const { bars, series } = barsOfTop(counted, places, 'Everyone else');
  expect(series.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E', 'Everyone else']);
  expect(bars.map(({ values }) => values)).toEqual([
    { a: 10, b: 9, c: 8, d: 7, e: 6, '…': 5 },
    { '…': 4 },
    {},
  ]);
});
