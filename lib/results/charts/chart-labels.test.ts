import { expect, test } from 'vitest';
import { timeInWords, timeScaleOf } from './chart-labels';

test.each([
  ['months', ['2026-01-01', '2026-02-01T00:00:00Z', '2026-03'], 'month'],
  ['days', ['2026-01-01', '2026-01-02'], 'day'],
  ['times', ['2026-01-01T00:00:00Z', '2026-01-01T12:00:00Z'], 'minute'],
] as const)('a chart of %s has their scale', (_, times, scale) => {
  expect(timeScaleOf(times)).toBe(scale);
});

test.each([
  ['2026-11-01', 'month', 'Nov 2026'],
  ['2026-11', 'month', 'Nov 2026'],
  ['2026-11-16', 'day', 'Nov 16'],
  ['2026-11-16T00:00:00+02:00', 'day', 'Nov 16'],
  ['2026-11-16T09:30:12.5Z', 'minute', 'Nov 16, 09:30'],
  ['no time', 'day', 'no time'],
] as const)('%s on the scale of a %s is %s, in the clock of its source', (time, scale, words) => {
  expect(timeInWords(time, scale)).toBe(words);
});
