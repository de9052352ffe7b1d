import { isIsoDate } from '@/lib/inputs/iso-time';

const plainDay = /^\d{4}-\d{2}-\d{2}$/;

/** The problem with a date, in words; null if it is valid or empty. */
export function dayProblem(text: string, minimum?: string, maximum?: string): string | null {
  if (text === '') return null;
  if (!plainDay.test(text) || !isIsoDate(text)) return 'Write a date as YYYY-MM-DD';
  if (minimum !== undefined && text < minimum) return `Must be ${minimum} or later`;
  if (maximum !== undefined && text > maximum) return `Must be ${maximum} or earlier`;
  return null;
}
