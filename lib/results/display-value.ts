import { digitsOf, plainScalar } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { isIdentifier, kindOfType } from '@/lib/results/column-kind';
import { cellText } from '@/lib/results/table/result-table';

type Format = Pick<OutputColumn, 'format' | 'detail'>;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;
const ZONE = /(Z|[+-]\d{2}(:?\d{2})?)$/;
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const PLAIN_NUMBER = /^-?\d+(?:\.(\d+))?$/;

/** Saved before a currency was asked for. */
const WITHOUT_CURRENCY = { minimumFractionDigits: 2, maximumFractionDigits: 20 };

/** Takes numbers as text, too, whose digits a double would lose. */
type ExactNumber = Parameters<Intl.NumberFormat['format']>[0];

/**
 * A cell in the format that engineers chose, as people of a region write it; null if its value doesn't fit the format,
 * and is shown as it is.
 *
 * @param locale such as `de-DE`
 */
export function displayText(cell: JsonValue, { format, detail }: Format, locale: string): string | null {
  const value = plainScalar(cell);
  if (value === null || typeof value === 'object' || typeof value === 'boolean') return null;
  switch (format) {
    case 'date':
    case 'datetime':
      return timeText(value, format, locale);
    case 'money':
      return numberText(
        value,
        detail === null ? WITHOUT_CURRENCY : { style: 'currency', currency: detail },
        locale,
      );
    case 'number': {
      const decimals = detail === null ? {} : { minimumFractionDigits: Number(detail) };
      const most = detail === null ? 20 : Number(detail);
      return numberText(value, { ...decimals, maximumFractionDigits: most }, locale);
    }
    default:
      return null;
  }
}

/**
 * A cell without a format, as people of a region write what its column's type says it is: numbers with all of their
 * digits, dates, and times. Null for what is shown as it is, such as texts and numbers that name something.
 */
export function writtenText(
  value: JsonValue,
  column: { name: string; type: string },
  locale: string,
): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const kind = kindOfType(column.type);
  const text = cellText(value);
  const isUntyped = kind === 'untyped';
  const isNumber = typeof value === 'number' || digitsOf(value) !== null;
  if (kind === 'number' || (isUntyped && isNumber)) {
    const written = PLAIN_NUMBER.exec(text);
    if (written === null || isIdentifier(column.name)) return null;
    const [, decimals] = written;
    // Years and short codes look wrong with a separator, and amounts without one.
    if (decimals === undefined) return numberText(text, { useGrouping: 'min2' }, locale);
    const digits = Math.min(decimals.length, 20);
    return numberText(text, { minimumFractionDigits: digits, maximumFractionDigits: digits }, locale);
  }
  if (isNumber) return null;
  if ((kind === 'date' || isUntyped) && DAY.test(text)) return timeText(text, 'date', locale);
  if ((kind === 'time' || isUntyped) && TIME.test(text)) return timeText(text, 'datetime', locale);
  return null;
}

const STYLES = {
  date: { dateStyle: 'medium' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
} as const;

function timeText(value: string | number, style: keyof typeof STYLES, locale: string): string | null {
  const text = String(value);
  // A day has no time zone, so it must not move into the reader's.
  if (DAY.test(text)) return dates(locale, STYLES.date, 'UTC').format(new Date(`${text}T00:00:00Z`));
  const time =
    typeof value === 'number' ? new Date(value) : new Date(/^\d{4}-/.test(text) ? text : Number.NaN);
  if (!Number.isNaN(time.getTime())) return dates(locale, STYLES[style]).format(time);
  // Browsers read no offset of hours alone.
  const whole = text.replace(ZONE, (zone) => (/^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone));
  return whole === text ? null : timeText(whole, style, locale);
}

function numberText(
  value: string | number,
  options: Intl.NumberFormatOptions,
  locale: string,
): string | null {
  if (!NUMBER.test(String(value))) return null;
  return numbers(locale, options).format(value as ExactNumber);
}

/** Making one costs more than using it a hundred times, and a grid draws hundreds of cells. */
const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

function numbers(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

function dates(locale: string, options: Intl.DateTimeFormatOptions, timeZone?: string): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options, timeZone]);
  const made = dateFormats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone });
  dateFormats.set(key, made);
  return made;
}

/** The address that a link leads to; null unless it is one of the web. */
export function linkOf(value: JsonValue, detail: string | null): string | null {
  if (value === null || typeof value === 'object') return null;
  const text = cellText(value);
  const address = detail === null ? text : detail.replaceAll('{value}', encodeURIComponent(text));
  if (!/^https?:\/\//i.test(address)) return null;
  return URL.canParse(address) ? address : null;
}
