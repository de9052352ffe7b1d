import { expect, test } from 'vitest';
import { labelsThatFit, linesTo, lineTime, timeLinesTo } from './scale';

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

test('lines of times are at times that people read at a glance', () => {
  expect(timeLinesTo(90)).toEqual([0, 50, 100]);
  expect(timeLinesTo(7000).map(lineTime)).toEqual(['0', '2 s', '4 s', '6 s', '8 s']);
  expect(timeLinesTo(61_000).map(lineTime)).toEqual(['0', '30 s', '1 m', '1.5 m']);
  expect(timeLinesTo(3_000_000).map(lineTime)).toEqual(['0', '15 m', '30 m', '45 m', '1 h']);
  expect(timeLinesTo(40 * 3_600_000).map(lineTime)).toEqual(['0', '10 h', '20 h', '30 h', '40 h']);
});
