import { expect, it } from 'vitest';
import type { InputType } from '@/lib/inputs/input';
import { dateAt, isRelativeText } from './relative-dates';

const type = (component: 'b-datepicker' | 'b-datetimepicker', typeId = 'date'): InputType => ({
  typeSystem: 'postgres',
  typeId,
  jsonType: 'string',
  component,
  inputType: null,
  constraints: {},
  options: null,
  element: null,
  properties: null,
});
/** 23:30 on Tuesday, March 31 in New York; in UTC it is April already. */
const moment = { slotMs: Date.UTC(2026, 3, 1, 3, 30), zone: 'America/New_York' };

it.each([
  ['today', '2026-03-31'],
  ['yesterday', '2026-03-30'],
  ['Today - 14 days', '2026-03-17'],
  ['today - 1 month', '2026-02-28'],
  ['today + 1 year', '2027-03-31'],
  ['start of week', '2026-03-30'],
  ['end of last week', '2026-03-29'],
  ['start of last month', '2026-02-01'],
  ['end of last month', '2026-02-28'],
  ['start of quarter', '2026-01-01'],
  ['end of year', '2026-12-31'],
  ['start of month - 1 day', '2026-02-28'],
])('%s is %s, told by the clocks of the schedule', (text, date) => {
  expect(dateAt(text, type('b-datepicker'), moment)).toBe(date);
});

it('times keep the hour, and the offset where the type has one', () => {
  expect(dateAt('now - 2 hours', type('b-datetimepicker', 'timestamp'), moment)).toBe('2026-03-31T21:30:00');
  const zoned = type('b-datetimepicker', 'timestamp with time zone');
  expect(dateAt('end of month', zoned, moment)).toBe('2026-03-31T23:59:59-04:00');
  expect(dateAt('start of year', zoned, moment)).toBe('2026-01-01T00:00:00-05:00');
});

it('reads nothing else', () => {
  for (const text of ['', 'soon', 'today -', 'today - x days', '2026-01-01', 'start of day']) {
    expect(isRelativeText(text)).toBe(false);
  }
});
