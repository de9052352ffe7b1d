import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adjustDay, isIsoDate, isIsoDateTime, isIsoTime } from './iso-time';

describe('dates and times', () => {
  test('every day of the calendar is a date', () => {
    const days = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString();
        expect(isIsoDate(iso.slice(0, 10))).toBe(true);
        expect(isIsoDateTime(iso)).toBe(true);
        expect(isIsoTime(iso.slice(11))).toBe(true);
      }),
    );
  });

  test.each([
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['1900-02-29', false],
    ['2000-02-29', true],
    ['0001-02-29 BC', true],
    ['2026-04-31', false],
    ['2026-13-01', false],
    ['0000-01-01', false],
    ['2026-1-1', false],
    ['20261120', false],
    ['12026-01-01', true],
  ])('%s as a date: %s', (text, valid) => {
    expect(isIsoDate(text)).toBe(valid);
  });

  test.each([
    ['14:02', true],
    ['14:02:11.123456', true],
    ['24:00:00', true],
    ['24:00:01', false],
    ['14:60', false],
    ['14:02:11+02', true],
    ['14:02:11+05:30', true],
    ['2 pm', false],
  ])('%s as a time: %s', (text, valid) => {
    expect(isIsoTime(text)).toBe(valid);
  });

  test.each([
    ['2026-11-20', true],
    ['2026-11-20T14:02:11Z', true],
    ['2026-11-20 14:02', true],
    ['0044-03-15 12:00:00 BC', true],
    ['2026-11-20T', false],
    ['2026-02-30T10:00', false],
  ])('%s as a date with a time: %s', (text, valid) => {
    expect(isIsoDateTime(text)).toBe(valid);
  });
});

test('a day that a changed month does not have becomes its last; other mistakes stay', () => {
  expect(adjustDay('2026-02-31', '2026-01-31')).toBe('2026-02-28');
  expect(adjustDay('2027-02-29', '2028-02-29')).toBe('2027-02-28');
  expect(adjustDay('2026-04-31T10:00:00Z', '2026-03-31T10:00:00Z')).toBe('2026-04-30T10:00:00Z');
  expect(adjustDay('2026-02-30', '')).toBeNull();
  expect(adjustDay('2026-02-30', '2026-02-28')).toBeNull();
  expect(adjustDay('2026-13-31', '2026-01-31')).toBeNull();
  expect(adjustDay('2026-03-31', '2026-01-31')).toBeNull();
});
