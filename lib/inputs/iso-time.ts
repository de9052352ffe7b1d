import type { InputType } from './input';

const datePattern = /^(\d{4,7})-(\d{2})-(\d{2})( BC)?$/;
const timePattern = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}(?::?\d{2})?(?::\d{2})?)?$/i;

/** Whether the text is a calendar date: `2026-02-28` is, `2026-02-30` isn't. */
export function isIsoDate(text: string): boolean {
  const match = datePattern.exec(text);
  if (match === null) return false;
  const named = Number(match[1]);
  // The year before 1 is 1 BC, which counts as year 0 for leap years.
  const year = match[4] === undefined ? named : 1 - named;
  const month = Number(match[2]);
  const day = Number(match[3]);
  return named >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether the text is a time of day, to the minute or finer, with or without a zone. */
export function isIsoTime(text: string): boolean {
  const match = timePattern.exec(text);
  if (match === null) return false;
  const hour = Number(match[1]);
  const minute = Number(match[2]);
  const second = Number(match[3] ?? '0');
  if (hour === 24) return minute === 0 && second === 0;
  return hour < 24 && minute < 60 && second < 60;
}

/** Whether the text is a date with a time, divided by `T` or a space; a date alone is its midnight. */
export function isIsoDateTime(text: string): boolean {
  if (isIsoDate(text)) return true;
  const beforeChrist = text.endsWith(' BC');
  const plain = beforeChrist ? text.slice(0, -3) : text;
  const divider = plain.search(/[T ]/i);
  if (divider < 0) return false;
  const date = plain.slice(0, divider) + (beforeChrist ? ' BC' : '');
  return isIsoDate(date) && isIsoTime(plain.slice(divider + 1));
}

const plainDay = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * The text with the last day of its month, if a change of year or month made the day of a valid date invalid (January
 * 31, then February). Null if nothing needs adjusting.
 */
export function adjustDay(text: string, before: string): string | null {
  const [, year, month, day] = plainDay.exec(text) ?? [];
  const [, yearBefore, monthBefore, dayBefore] = plainDay.exec(before) ?? [];
  if (year === undefined || month === undefined || day === undefined || day !== dayBefore) return null;
  if (year === yearBefore && month === monthBefore) return null;
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return null;
  const last = daysInMonth(Number(year), monthNumber);
  return Number(day) > last ? text.replace(plainDay, `${year}-${month}-${last}`) : null;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Which of two dates, with or without a time, is earlier on the clock they name: below zero, zero, or above zero. Zones
 * are ignored. Years of more than four digits, ISO 8601's negative years, and `BC` are supported.
 */
export function compareIsoDates(a: string, b: string): number {
  const [left, right] = [yearAndRest(a), yearAndRest(b)];
  if (left.year !== right.year) return left.year - right.year;
  return left.rest === right.rest ? 0 : left.rest < right.rest ? -1 : 1;
}

function yearAndRest(text: string): { year: number; rest: string } {
  const match = /^(-?\d+)(.*?)( BC)?$/i.exec(text);
  const named = Number(match?.[1] ?? 0);
  const year = match?.[3] === undefined ? named : 1 - named;
  return { year, rest: (match?.[2] ?? '').replace(' ', 'T') };
}

/**
 * Formatted for RFC 3339: with a time to the second and a zone; a date becomes midnight, and a missing zone becomes
 * UTC.
 */
export function inRfc3339(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i.exec(text);
  if (match === null) return text;
  const [, day, minutes = '00:00', seconds = ':00', zone = 'Z'] = match;
  return `${day}T${minutes}${seconds}${zone.toUpperCase()}`;
}

/** Whether a type of dates with times also has a zone. */
export const hasZone = ({ typeId }: InputType): boolean =>
  /with time zone|timestamptz|datetimeoffset|date-time/i.test(typeId);
