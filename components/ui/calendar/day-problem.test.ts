import { expect, test } from 'vitest';
import { dayProblem } from './day-problem';

test.each([
  ['', null],
  ['2026-11-16', null],
  ['2026-11', 'Write a date as YYYY-MM-DD'],
  ['16.11.2026', 'Write a date as YYYY-MM-DD'],
  ['2026-02-30', 'Write a date as YYYY-MM-DD'],
  ['2026-11-01', 'Must be 2026-11-10 or later'],
  ['2026-11-30', 'Must be 2026-11-20 or earlier'],
])('of "%s" it says %s', (text, words) => {
  expect(dayProblem(text, '2026-11-10', '2026-11-20')).toBe(words);
});
