import { expect, test } from 'vitest';
import { formatDuration, formatElapsed, runDurationMs } from './duration';

test.each([
  [0, '0 ms'],
  [38.4, '38 ms'],
  [999, '999 ms'],
  [1_000, '1.0 s'],
  [4_250, '4.2 s'],
  [9_999, '9.9 s'],
  [48_999, '48 s'],
  [72_000, '1 m 12 s'],
  [7_384_000, '2 h 3 m 4 s'],
  [-5, '0 ms'],
])('a duration of %d ms reads %s', (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

test('a counter shows whole seconds, then minutes', () => {
  expect([0, 999, 12_400, 63_000].map(formatElapsed)).toEqual(['0 s', '0 s', '12 s', '1 m 3 s']);
});

test('a run that has not ended has no duration', () => {
  expect(runDurationMs({ startedAt: '2026-11-20T14:00:00Z', endedAt: null })).toBeNull();
  expect(runDurationMs({ startedAt: '2026-11-20T14:00:00.000Z', endedAt: '2026-11-20T14:00:01.500Z' })).toBe(
    1500,
  );
});
