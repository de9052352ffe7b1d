import { afterEach, expect, test, vi } from 'vitest';
import { byOwnClocks, timeIn, withDay, withTime } from './date-time-text';

afterEach(() => vi.unstubAllEnvs());

test('a picked day keeps what stands after the day', () => {
  expect(withDay('2026-06-01T09:30:15.5+02:00', '2026-07-02')).toBe('2026-07-02T09:30:15.5+02:00');
  expect(withDay('', '2026-07-02')).toBe('2026-07-02T00:00:00');
});

test('a picked time keeps the day and the zone', () => {
  expect(withTime('2026-06-01T09:30:15.5+02:00', '10:45', '2026-11-27')).toBe('2026-06-01T10:45:00+02:00');
  expect(withTime('2026-06-01 09:30Z', '10:45', '2026-11-27')).toBe('2026-06-01T10:45:00Z');
  expect(withTime('2026-06-01', '10:45', '2026-11-27')).toBe('2026-06-01T10:45:00');
  expect(withTime('', '10:45', '2026-11-27')).toBe('2026-11-27T10:45:00');
});

test('the time of a text is its hours and minutes', () => {
  expect(['2026-06-01T09:30:15Z', '2026-06-01 09:30', '2026-06-01', 'infinity'].map(timeIn)).toEqual([
    '09:30',
    '09:30',
    '',
    '',
  ]);
});

test('what is picked into an empty field has the zone of the reader, through the changes of their clocks', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const summer = '2026-06-29T00:00:00-07:00';
  expect(byOwnClocks('', '2026-06-29T00:00:00')).toBe(summer);
  expect(byOwnClocks(summer, '2026-12-01T00:00:00-07:00')).toBe('2026-12-01T00:00:00-08:00');
  // Typed without a zone, with another one, or in UTC, it stays so.
  for (const typed of ['2026-06-29T09:00:00', '2026-06-29T09:00:00+02:00', '2026-06-29T09:00:00Z']) {
    expect(byOwnClocks(typed, withDay(typed, '2026-12-01'))).toBe(withDay(typed, '2026-12-01'));
  }
  expect(byOwnClocks('', 'infinity')).toBe('infinity');
});
