import { exactJson } from '@/lib/base/exact-json';
import { looksLikeFormula } from '@/lib/base/formulas';
import type { JsonValue } from '@/lib/base/json';

/** RFC 4180, in the dialect of Postgres: null is nothing at all, an empty text is `""`. */
export const CSV_LINE_END = '\r\n';

/** Also what separates cells where spreadsheets expect something else than a comma. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** A number at a position of a text, such as `-1.5`. Spreadsheets don't evaluate these. */
export const NUMBER_PREFIX = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|-Infinity/y;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function csvText(text: string): string {
  if (text === '') return '""';
  const harmless = looksLikeFormula(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? quoted(harmless) : harmless;
}

function csvCell(cell: JsonValue): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvText(cell);
  return typeof cell === 'object' ? quoted(exactJson(cell)) : String(cell);
}

/** One line of a CSV file, without its end. */
export function csvLine(cells: readonly JsonValue[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + csvCell(cells[i] ?? null);
  return line;
}
