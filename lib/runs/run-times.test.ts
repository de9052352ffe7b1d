import { expect, test } from 'vitest';
import { fullTime, shortTime, timeAgo } from './run-times';

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

test('a time in full has the weekday, the year, the seconds, and the zone', () => {
  const then = new Date(2026, 10, 20, 9, 5, 7).toISOString();
  expect(fullTime(then)).toMatch(/^Fri, Nov 20, 2026, 9:05:07\sAM \S+$/);
});

test.each([
  [2, '12:00 PM'],
  [-2, '4:00 PM'],
  [24, 'Yesterday 2:00 PM'],
  [-24, 'Tomorrow 2:00 PM'],
  [48, 'Nov 18, 2:00 PM'],
  [-72, 'Nov 23, 2:00 PM'],
  [24 * 365, 'Nov 20, 2025, 2:00 PM'],
])('a time %d hours ago is as short as it can be: "%s"', (hours, text) => {
  expect(shortTime(before(hours), now).replace(/\s/g, ' ')).toBe(text);
});
