import { expect, test } from 'vitest';
import { clockTime, fullTime, rowTime, timeAgo } from './run-times';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const before = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test.each([
  [0.001, 'just now'],
  [0.2, '12 min ago'],
  [1.9, '1 h ago'],
  [13, 'Today 1:00 AM'],
  [19.5, 'Yesterday 6:30 PM'],
  [48, '2 days ago'],
  [24 * 60, 'Sep 21, 2026'],
])('what was %d hours ago reads "%s"', (hours, text) => {
  expect(timeAgo(before(hours), now).replace(/\s/g, ' ')).toBe(text);
});

test('a clock that runs ahead of ours is no reason to speak of the future', () => {
  expect(timeAgo(before(-1), now)).toBe('just now');
});

test('a row has the weekday, the year, and the zone, and the seconds stand in full', () => {
  const then = new Date(2026, 10, 20, 9, 5, 7).toISOString();
  expect(rowTime(then)).toMatch(/^Fri, 11\/20\/2026, 9:05\sAM \S+$/);
  expect(fullTime(then)).toMatch(/^Fri, 11\/20\/2026, 9:05:07\sAM \S+$/);
});

test('a time of day has its date unless it is of today', () => {
  expect(clockTime(before(2), now)).toMatch(/^12:00:00\sPM$/);
  expect(clockTime(before(24), now)).toMatch(/^Nov 19, 2026, 2:00:00\sPM$/);
});
