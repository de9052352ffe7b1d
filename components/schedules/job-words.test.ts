import { expect, test } from 'vitest';
import { whenOf } from './job-words';

const plan = { cronExpression: '0 7 * * 1-5', cronTimezone: 'Europe/Berlin' };

test('a job names its time zone only for readers in another one', () => {
  expect(whenOf(plan, 'America/Los_Angeles')).toBe('Weekdays at 7:00 AM, Berlin');
  expect(whenOf(plan, 'Europe/Berlin')).toBe('Weekdays at 7:00 AM');
  expect(whenOf({ ...plan, cronTimezone: 'Etc/UTC' }, 'UTC')).toBe('Weekdays at 7:00 AM');
});

test('no zone is named before the one of the reader is known', () =>
  expect(whenOf(plan, null)).toBe('Weekdays at 7:00 AM'));
