import { allOf } from '@/lib/base/text/lists';

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];
const SHORT_WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MOST_TIMES = 4;

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });
const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };

/**
 * The schedules that people write most, as they would say them: "Mondays at 7:00 AM", "Every 15 minutes", "Last day of the
 * month at 6:00 PM". Null for any other.
 * @param text the five fields of a valid expression, in capital letters
 */
export function plainWords(text: string): string | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = text.split(' ');
  if (month !== '*') return null;
  const days = daysIn(day, weekday);
  if (days === null) return null;
  const often = oftenIn(minute, hour);
  if (often !== null) return days === EVERY_DAY ? often : `${days}, ${often.toLowerCase()}`;
  const times = timesIn(minute, hour);
  return times === null ? null : `${days} at ${allOf(times)}`;
}

const EVERY_DAY = 'Every day';

function daysIn(day: string, weekday: string): string | null {
  if (weekday === '*') return daysOfMonthIn(day);
  if (day !== '*') return null;
  const numbers = weekdaysIn(weekday);
  if (numbers === null) return null;
  const key = [...numbers].sort((a, b) => a - b).join('');
  if (key === '0123456') return EVERY_DAY;
  if (key === '12345') return 'Weekdays';
  if (key === '06') return 'Weekends';
  // A week begins on Monday.
  const inOrder = [...numbers].sort((a, b) => ((a + 6) % 7) - ((b + 6) % 7));
  return allOf(inOrder.map((number) => WEEKDAYS[number] ?? ''));
}

function daysOfMonthIn(day: string): string | null {
  if (day === '*') return EVERY_DAY;
  if (day === 'L') return 'Last day of the month';
  const numbers = numbersIn(day);
  if (numbers === null) return null;
  return `The ${allOf(numbers.map((number) => `${number}${ENDINGS[ordinals.select(number)]}`))} of the month`;
}

/** The weekdays of a field, from 0 for Sunday; null for a field with steps or such. */
function weekdaysIn(field: string): Set<number> | null {
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [, first, last] = /^([A-Z]{3}|[0-7])(?:-([A-Z]{3}|[0-7]))?$/.exec(part) ?? [];
    if (first === undefined) return null;
    const from = weekdayOf(first);
    const to = last === undefined ? from : weekdayOf(last);
    if (from === null || to === null) return null;
    for (let each = from; each <= to; each += 1) numbers.add(each % 7);
  }
  return numbers;
}

function weekdayOf(text: string): number | null {
  const named = SHORT_WEEKDAYS.indexOf(text);
  if (named >= 0) return named;
  return /^[0-7]$/.test(text) ? Number(text) : null;
}

/** Fields that repeat within the hour or the day. */
function oftenIn(minute: string, hour: string): string | null {
  const everyMinutes = stepOf(minute);
  if (hour === '*') {
    if (everyMinutes !== null && 60 % everyMinutes === 0) {
      return everyMinutes === 1 ? 'Every minute' : `Every ${everyMinutes} minutes`;
    }
    const [at, ...others] = numbersIn(minute) ?? [];
    if (at === undefined || others.length > 0) return null;
    return at === 0 ? 'Every hour' : `Every hour at :${String(at).padStart(2, '0')}`;
  }
  const everyHours = stepOf(hour);
  return minute === '0' && everyHours !== null && 24 % everyHours === 0 ? `Every ${everyHours} hours` : null;
}

/** How far apart the values of a field are that starts with `*`: 1 by itself, 15 with `/15`. Null for any other. */
function stepOf(field: string): number | null {
  const [, step] = /^\*(?:\/(\d+))?$/.exec(field) ?? [undefined, null];
  if (step === null) return null;
  const size = Number(step ?? 1);
  return size > 0 ? size : null;
}

function timesIn(minute: string, hour: string): string[] | null {
  const minutes = numbersIn(minute);
  const hours = numbersIn(hour);
  if (minutes === null || hours === null || minutes.length * hours.length > MOST_TIMES) return null;
  return hours.flatMap((each) => minutes.map((at) => clockTime(each, at)));
}

/** As all times of day are written: `7:00 AM`, and `12:05 AM` after midnight. */
const clockTime = (hour: number, minute: number): string =>
  `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;

function numbersIn(field: string): number[] | null {
  if (!/^\d+(,\d+)*$/.test(field)) return null;
  return [...new Set(field.split(',').map(Number))].sort((a, b) => a - b);
}
