import { expect, it } from 'vitest';
import { wordsOf } from './words';

it.each([
  ['0 7 * * 1', 'Mondays at 7:00 AM'],
  ['30 22 * * 0', 'Sundays at 10:30 PM'],
  ['30 22 * * 7', 'Sundays at 10:30 PM'],
  ['0 7 * * MON-FRI', 'Weekdays at 7:00 AM'],
  ['0 7 * * 6,0', 'Weekends at 7:00 AM'],
  ['0 7 * * 0-6', 'Every day at 7:00 AM'],
  ['0 7 * * 5,1,3', 'Mondays, Wednesdays, and Fridays at 7:00 AM'],
  ['0 7 * * 5-7', 'Fridays, Saturdays, and Sundays at 7:00 AM'],
  ['5 0 * * *', 'Every day at 12:05 AM'],
  ['0 9,17 * * *', 'Every day at 9:00 AM and 5:00 PM'],
  ['0 18 L * *', 'Last day of the month at 6:00 PM'],
  ['0 18 1,15 * *', 'The 1st and 15th of the month at 6:00 PM'],
  ['0 18 22 * *', 'The 22nd of the month at 6:00 PM'],
  ['*/15 * * * *', 'Every 15 minutes'],
  ['* * * * *', 'Every minute'],
  ['0 * * * *', 'Every hour'],
  ['5 * * * *', 'Every hour at :05'],
  ['0 */2 * * *', 'Every 2 hours'],
  ['0 */6 * * 1-5', 'Weekdays, every 6 hours'],
])('%s reads as people say it: %s', (expression, words) => expect(wordsOf(expression)).toBe(words));

it.each([
  ['*/7 * * * *', 'Every 7 minutes'],
  ['0 7 * 1 *', 'At 7:00 AM, only in January'],
  ['0 9-17 * * *', 'Every hour, between 9:00 AM and 5:00 PM'],
  ['*/15 9-17 * * 1-5', 'Every 15 minutes, between 9:00 AM and 5:59 PM, Monday through Friday'],
  ['0 7 * * FRI#3', 'At 7:00 AM, on the third Friday of the month'],
])('%s has its exact words: %s', (expression, words) => expect(wordsOf(expression)).toBe(words));
