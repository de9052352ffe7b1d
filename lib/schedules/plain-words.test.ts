import { expect, it } from 'vitest';
import { wordsOf } from './words';

it.each([
  ['0 7 * * 1', 'Mondays at 7:00'],
  ['30 22 * * 0', 'Sundays at 22:30'],
  ['30 22 * * 7', 'Sundays at 22:30'],
  ['0 7 * * MON-FRI', 'Weekdays at 7:00'],
  ['0 7 * * 6,0', 'Weekends at 7:00'],
  ['0 7 * * 0-6', 'Every day at 7:00'],
  ['0 7 * * 5,1,3', 'Mondays, Wednesdays, and Fridays at 7:00'],
  ['0 7 * * 5-7', 'Fridays, Saturdays, and Sundays at 7:00'],
  ['5 0 * * *', 'Every day at 0:05'],
  ['0 9,17 * * *', 'Every day at 9:00 and 17:00'],
  ['0 18 L * *', 'Last day of the month at 18:00'],
  ['0 18 1,15 * *', 'The 1st and 15th of the month at 18:00'],
  ['0 18 22 * *', 'The 22nd of the month at 18:00'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['* * * * *', 'Every minute'],
  ['0 * * * *', 'Every hour'],
  ['5 * * * *', 'Every hour at :05'],
  ['0 */2 * * *', 'Every 2 hours'],
  ['0 */6 * * 1-5', 'Weekdays, every 6 hours'],
])('%s reads as people say it: %s', (expression, words) => expect(wordsOf(expression)).toBe(words));

it.each([
  ['*/7 * * * *', 'Every 7 minutes'],
  ['0 7 * 1 *', 'At 7:00, only in January'],
  ['0 9-17 * * *', 'Every hour, between 9:00 and 17:00'],
  ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 9:00 and 17:59, Monday through Friday'],
  ['0 7 * * FRI#3', 'At 7:00, on the third Friday of the month'],
])('%s has its exact words: %s', (expression, words) => expect(wordsOf(expression)).toBe(words));
