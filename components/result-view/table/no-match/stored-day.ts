import { writingOf } from '@/lib/inputs/writing/locale-writing';
import { monthNames, readDate } from '@/lib/inputs/writing/written-date';

/** A leap year, which has every day. */
const SOME_YEAR = ', 2024';

/**
 * The day that a person types as it stands in a stored date, such as `2026-06-20`; `-06-20` for one without a year. Null for
 * other texts.
 */
export function storedDay(typed: string, locale: string): string | null {
  const read = (text: string): string | null => {
    const reading = readDate(text, null, writingOf(locale).order, () => monthNames(locale));
    return reading !== null && 'meant' in reading ? reading.meant.slice(0, 10) : null;
  };
  return read(typed) ?? (/\p{L}/u.test(typed) ? (read(typed + SOME_YEAR)?.slice(4) ?? null) : null);
}
