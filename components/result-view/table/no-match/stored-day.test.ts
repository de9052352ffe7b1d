import { expect, test } from 'vitest';
import { storedDay } from './stored-day';

test.each([
  ['Jun 20, 2026', 'en-US', '2026-06-20'],
  ['Jun 20, 2026, 2:56 PM', 'en-US', '2026-06-20'],
  ['6/20/2026', 'en-US', '2026-06-20'],
  ['20.6.2026', 'de-DE', '2026-06-20'],
  ['Jun 20', 'en-US', '-06-20'],
  ['20. Juni', 'de-DE', '-06-20'],
  ['Feb 29', 'en-US', '-02-29'],
  ['Juneau', 'en-US', null],
  ['59992', 'en-US', null],
  ['2026-06-20', 'en-US', null],
  ['', 'en-US', null],
])('%s in %s is stored as %s', (typed, locale, stored) => {
  expect(storedDay(typed, locale)).toBe(stored);
});
