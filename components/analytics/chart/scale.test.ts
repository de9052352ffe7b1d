import { expect, test } from 'vitest';
import { labelsThatFit, linesTo } from './scale';

test.each([
  [0, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [41, [0, 20, 40, 60]],
  [1234, [0, 500, 1000, 1500]],
])('the lines up to %i are %j', (highest, lines) => {
  expect(linesTo(highest)).toEqual(lines);
});

test('the last label stands, and others as far as they fit', () => {
  const fits = labelsThatFit(6, 200, 60);
  expect([0, 1, 2, 3, 4, 5].filter(fits)).toEqual([1, 3, 5]);
  expect([0, 1].filter(labelsThatFit(2, 200, 60))).toEqual([0, 1]);
});
