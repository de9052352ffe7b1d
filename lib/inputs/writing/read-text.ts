import type { InputType } from '@/lib/inputs/input';
import { writingOf } from './locale-writing';
import { readerOf } from './read-columns';

/** What is written as programs do already, in whole or up to its time. */
const AS_PROGRAMS = /^\s*(?:[+-]?\d{4,}-\d{2}-\d{2}|\d{2}:\d{2}(?!.*[ap]))/i;

/**
 * Reads one number, date, or time as the person writes it, such as `$1,234.50` or `11/20/2026`. Returns what it means; null
 * for a text that stays as it is.
 *
 * @param locale of the person
 */
export function meantBy(type: InputType, text: string, locale: string): string | null {
  if (AS_PROGRAMS.test(text)) return null;
  const reading = readerOf(type, [text], writingOf(locale))?.(text) ?? null;
  return reading !== null && 'meant' in reading ? reading.meant : null;
}
