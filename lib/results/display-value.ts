import type { JsonValue } from '@/lib/base/json';
import type { OutputColumn } from '@/lib/outputs/output-column';
import { cellText } from '@/lib/results/table/result-table';

type Format = Pick<OutputColumn, 'format' | 'detail'>;

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const dateInUtc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });
const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Saved before a currency was asked for. */
const WITHOUT_CURRENCY = { minimumFractionDigits: 2, maximumFractionDigits: 20 };

/** Takes numbers as text, too, whose digits a double would lose. */
type ExactNumber = Parameters<Intl.NumberFormat['format']>[0];

/** A cell in the format that engineers chose; null if its value doesn't fit the format, and is shown as it is. */
export function displayText(value: JsonValue, { format, detail }: Format): string | null {
  if (value === null || typeof value === 'object' || typeof value === 'boolean') return null;
  switch (format) {
    case 'date':
    case 'datetime':
      return timeText(value, format);
    case 'money':
      return numberText(value, detail === null ? WITHOUT_CURRENCY : { style: 'currency', currency: detail });
    case 'number': {
      const decimals = detail === null ? {} : { minimumFractionDigits: Number(detail) };
      return numberText(value, { ...decimals, maximumFractionDigits: detail === null ? 20 : Number(detail) });
    }
    default:
      return null;
  }
}

function timeText(value: string | number, format: 'date' | 'datetime'): string | null {
  const text = String(value);
  // A day has no time zone, so it must not move into the reader's.
  if (DAY.test(text)) return dateInUtc.format(new Date(`${text}T00:00:00Z`));
  const time =
    typeof value === 'number' ? new Date(value) : new Date(/^\d{4}-/.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) return null;
  return (format === 'date' ? date : moment).format(time);
}

function numberText(value: string | number, options: Intl.NumberFormatOptions): string | null {
  if (!NUMBER.test(String(value))) return null;
  return new Intl.NumberFormat('en-US', options).format(value as ExactNumber);
}

/** The address that a link leads to; null unless it is one of the web. */
export function linkOf(value: JsonValue, detail: string | null): string | null {
  if (value === null || typeof value === 'object') return null;
  const text = cellText(value);
  const address = detail === null ? text : detail.replaceAll('{value}', encodeURIComponent(text));
  if (!/^https?:\/\//i.test(address)) return null;
  return URL.canParse(address) ? address : null;
}
