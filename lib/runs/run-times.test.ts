import { expect, test } from 'vitest';
import { timeAgo } from './run-times';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const before = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test.each([
  [0.001, 'just now'],
  [0.2, '12 min ago'],
  [1.9, '1 h ago'],
  [13, 'Today 01:00'],
  [19.5, 'Yesterday 18:30'],
  [48, '2 days ago'],
  [24 * 60, 'Sep 21, 2026'],
])('what was %d hours ago reads "%s"', (hours, text) => {
  expect(timeAgo(before(hours), now)).toBe(text);
});

test('a clock that runs ahead of ours is no reason to speak of the future', () => {
  expect(timeAgo(before(-1), now)).toBe('just now');
});
