import { exactJson } from '@/lib/base/exact-json';
import { plainText } from '@/lib/base/exact-mark';
import { looksLikeFormula } from '@/lib/base/formulas';
import type { JsonValue } from '@/lib/base/json';

/** RFC 4180, in the dialect of Postgres: null is nothing at all, an empty text is `""`. */
export const CSV_LINE_END = '\r\n';

/** Without it, Excel on Windows takes UTF-8 for the code page of the machine. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Also what separates cells where spreadsheets expect something else than a comma. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function csvText(text: string): string {
  if (text === '') return '""';
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

const neutralText = (text: string): string => csvText(looksLikeFormula(text) ? `'${text}` : text);

function csvCell(cell: JsonValue, ofText: (text: string) => string): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return ofText(String(plainText(cell)));
  return typeof cell === 'object' ? quoted(exactJson(cell)) : String(cell);
}

/** One line of a CSV file, without its end. No cell of it is a formula to a spreadsheet. */
export const csvLine = (cells: readonly JsonValue[]): string => lineOf(cells, neutralText);

/** The same with every text as it is, for CSV that isn't a file yet. */
export const csvLineAsIs = (cells: readonly JsonValue[]): string => lineOf(cells, csvText);

function lineOf(cells: readonly JsonValue[], ofText: (text: string) => string): string {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + csvCell(cells[i] ?? null, ofText);
  return line;
}
