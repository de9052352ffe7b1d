import { expect, it } from 'vitest';
import { expressionOf, presetOf } from './presets';
import { COMMON_ZONES, extendedZones, shortNamesOf, zoneOf } from './time-zones';
import { toldKey, weekOf } from './week';
import { wordsOf } from './words';

it.each(['*/15 * * * *', '5 * * * *', '30 7 * * *', '0 7 * * 1-5', '15 9 * * 3', '0 6 15 * *', '0 18 L * *'])(
  '%s is a choice that gives the same expression',
  (expression) => {
    const preset = presetOf(expression);
    expect(preset.frequency).not.toBe('custom');
    expect(expressionOf(preset)).toBe(expression);
  },
);

it.each(['0 7 * 1 *', '0 7,8 * * *', '*/5 * * * *', '0 7 * * 1,3', 'nonsense', '99 7 * * *'])(
  '%s is a custom one',
  (expression) => expect(presetOf(expression).frequency).toBe('custom'),
);

it('an expression is told in words, and one that cannot be read is not', () => {
  expect(wordsOf('0 7 * * 1-5')).toBe('Weekdays at 7:00 AM');
  expect(wordsOf('nonsense')).toBeNull();
});

it('a week shows the times of each day that are still to come, and what fires together', () => {
  const job = (scheduledJobId: number, cronExpression: string) => ({
    scheduledJobId,
    name: `Job ${scheduledJobId}`,
    cronExpression,
    cronTimezone: 'Europe/Berlin',
    isEnabled: true,
  });
  // A Wednesday at noon in Berlin; the clocks go back on Sunday.
  const nowMs = Date.UTC(2026, 9, 21, 10);
  const jobs = [job(1, '0 9 * * *'), job(2, '0 9 * * 1'), job(3, '*/5 * * * *')];
  const week = weekOf(jobs, 'Europe/Berlin', nowMs);
  expect(week.daysMs.map((ms) => new Date(ms).getUTCHours())).toEqual([22, 22, 22, 22, 22, 23, 23, 23]);
  expect(week.jobs[0]?.days.map(({ timesMs }) => timesMs.length)).toEqual([0, 1, 1, 1, 1, 1, 1]);
  expect(week.jobs[2]?.days.every(({ isMany }) => isMany)).toBe(true);
  expect(week.together).toEqual([{ atMs: Date.UTC(2026, 9, 26, 8), names: ['Job 1', 'Job 2'] }]);
  // A time that someone skipped has its outcome already.
  const told = new Set([toldKey(2, Date.UTC(2026, 9, 26, 8))]);
  const skipped = weekOf(jobs, 'Europe/Berlin', nowMs, { told });
  expect(skipped.jobs[1]?.days.every(({ timesMs }) => timesMs.length === 0)).toBe(true);
  expect(skipped.together).toEqual([]);
});

it('every zone is offered once, and is found by its short names', () => {
  const zones = [...COMMON_ZONES, ...extendedZones()];
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones.filter((zone) => zone === 'Asia/Kolkata' || zone === 'Asia/Calcutta')).toEqual([
    'Asia/Kolkata',
  ]);
  expect(shortNamesOf('Asia/Kolkata')).toEqual(['IST']);
  expect(['pst', 'IST', 'UTC', 'Europe/Paris', 'Mars/Base'].map(zoneOf)).toEqual([
    'America/Los_Angeles',
    'Asia/Kolkata',
    'Etc/UTC',
    'Europe/Paris',
    null,
  ]);
});

it.each([
  ['0 7 8 * FRI#3', 'At 7:00 AM, on day 8 of the month or on the third Friday of the month'],
  ['0 7 8 * 5', 'At 7:00 AM, on day 8 of the month or on Friday'],
  ['0 7 8 3 5', 'At 7:00 AM, on day 8 of the month or on Friday, only in March'],
  ['0 0 1,15 * 1-5', 'At 12:00 AM, on day 1 and 15 of the month or Monday through Friday'],
  [
    '0 0 L 6-8 0,6',
    'At 12:00 AM, on the last day of the month or on Sunday and Saturday, June through August',
  ],
  [
    '*/5 9-17 8 * 5L',
    'Every 5 minutes, between 9:00 AM and 5:59 PM, on day 8 of the month or on the last Friday of the month',
  ],
  ['0 7 */2 * 1', 'At 7:00 AM, every 2 days in a month or on Monday'],
  ['0 7 8 * *', 'The 8th of the month at 7:00 AM'],
  ['0 7 * * FRI#3', 'At 7:00 AM, on the third Friday of the month'],
])('days of the month and of the week are joined by or, as they fire: %s', (expression, words) => {
  expect(wordsOf(expression)).toBe(words);
});
