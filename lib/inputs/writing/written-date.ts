import type { DateOrder } from './locale-writing';
import type { Reading } from './written-number';

const DIGITS = /^(\d{1,4})([./-])\s?(\d{1,2})\2\s?(\d{1,4})\.?$/;
const TIME = /[\sT,]+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i;
const LONE_TIME = /^(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i;

const two = (number: number): string => String(number).padStart(2, '0');

/** The three numbers of a date, and whether they are divided by points; null for another writing. */
function numbersOf(text: string): { parts: [string, string, string]; hasPoints: boolean } | null {
  const [, first, divider, second, third] = DIGITS.exec(text) ?? [];
  if (first === undefined || second === undefined || third === undefined) return null;
  return { parts: [first, second, third], hasPoints: divider === '.' };
}

/** The date of a text, without its time. */
const dayOf = (text: string): string => text.trim().replace(TIME, '');

/** An order is that of a column if at least one date in so many tells it: fewer are slips of the pen. */
const ONE_IN = 5;

/**
 * The order of the dates of a column, as far as some of them tell it: a day beyond the twelfth can't be a month. Null if
 * too few do; `mixed` if many disagree.
 */
export function orderOf(texts: Iterable<string>): 'dmy' | 'mdy' | 'mixed' | null {
  const found = { dmy: 0, mdy: 0, either: 0 };
  for (const text of texts) {
    const { parts: [first, second] = ['', ''], hasPoints = false } = numbersOf(dayOf(text)) ?? {};
    if (first === '' || first.length > 2) continue;
    if (hasPoints || Number(first) > 12) found.dmy += 1;
    else if (Number(second) > 12) found.mdy += 1;
    else found.either += 1;
  }
  const all = found.dmy + found.mdy + found.either;
  const told = (['dmy', 'mdy'] as const).filter((order) => found[order] * ONE_IN >= all && found[order] > 0);
  const [only = null] = told;
  return told.length > 1 ? 'mixed' : only;
}

/** In ISO 8601; null for a day that the calendar doesn't have. */
function isoDay(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Years of two digits are those of this century. */
const yearOf = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text));

/** The names of the months in a language, and in English, with their numbers. */
export function monthNames(locale: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of ['en', locale]) {
    for (const month of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' });
      for (let at = 0; at < 12; at += 1) {
        const parts = format.formatToParts(new Date(Date.UTC(2026, at, 1)));
        const name = parts
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase()
          .replace(/\.$/, '');
        if (name !== undefined && !/\d/.test(name)) names.set(name, at + 1);
      }
    }
  }
  return names;
}

function namedDay(text: string, names: ReadonlyMap<string, number>): string | null {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
  const month = words.map((word) => names.get(word)).find((found) => found !== undefined);
  const [first, second, ...others] = words.filter((word) => /^\d+$/.test(word));
  if (month === undefined || first === undefined || second === undefined || others.length > 0) return null;
  // The year is the one with four digits, or the last.
  const [day, year] = first.length === 4 ? [second, first] : [first, second];
  return isoDay(yearOf(year), month, Number(day));
}

function dayMeant(text: string, order: DateOrder, names: () => ReadonlyMap<string, number>): string | null {
  const { parts } = numbersOf(text) ?? {};
  if (parts === undefined) return /\p{L}/u.test(text) ? namedDay(text, names()) : null;
  const [first, second, third] = parts;
  if (first.length > 2) return isoDay(Number(first), Number(second), Number(third));
  if (order === 'ymd') return isoDay(yearOf(first), Number(second), Number(third));
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return isoDay(yearOf(third), Number(month), Number(day));
}

function timeMeant([, hours, minutes, seconds = '00', half]: readonly (string | undefined)[]): string | null {
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const whole = half === undefined ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return whole > 23 ? null : `${two(whole)}:${minutes}:${seconds}`;
}

const noDay = (order: 'dmy' | 'mdy'): string =>
  `Not a day of the calendar, with the ${order === 'mdy' ? 'month' : 'day'} first. Write it as 2026-11-20`;

/** Reads a time of day as people write it, such as `9:05 PM`, in ISO 8601. */
export function readTime(text: string): Reading {
  const parts = LONE_TIME.exec(text.trim());
  const meant = parts === null ? null : timeMeant(parts);
  return meant === null || meant === text ? null : { meant };
}

/**
 * Reads a date as people write it, with or without a time, in ISO 8601.
 *
 * @param ofColumn the order of the other dates of its column
 * @param own the one of the person's region
 * @param names of months, with their numbers; asked for only if a date has one
 */
export function readDate(
  text: string,
  ofColumn: ReturnType<typeof orderOf>,
  own: DateOrder,
  names: () => ReadonlyMap<string, number>,
): Reading {
  const trimmed = text.trim();
  const day = dayOf(trimmed);
  const { parts, hasPoints = false } = numbersOf(day) ?? {};
  const isShort = parts !== undefined && parts[0].length <= 2;
  if (isShort && ofColumn === 'mixed') {
    return {
      problem: 'Other rows write the day and the month in another order. Write all of them as 2026-11-20',
    };
  }
  const order = hasPoints ? 'dmy' : ofColumn === 'mixed' ? own : (ofColumn ?? own);
  const meantDay = dayMeant(day, order, names);
  if (meantDay === null) return isShort && order !== 'ymd' ? { problem: noDay(order) } : null;
  const time = TIME.exec(trimmed);
  const meantTime = time === null ? '' : timeMeant(time);
  if (meantTime === null) return null;
  const meant = meantTime === '' ? meantDay : `${meantDay}T${meantTime}`;
  return meant === text ? null : { meant };
}
