import { exactJson } from '@/lib/base/exact-json';
import { plainText } from '@/lib/base/exact-mark';
import { neutralText, signCode, withGuards } from '@/lib/base/formulas';
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

/** How texts and JSON are written before they are quoted. */
interface Writing {
  text(text: string): string;
  json(json: string): string;
}

const asIs: Writing = { text: (text) => text, json: (json) => json };

const neutral: Writing = {
  text: neutralText,
  json: (json) => withGuards(json, signCode),
};

function csvCell(cell: JsonValue, writing: Writing): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return csvText(writing.text(String(plainText(cell))));
  return typeof cell === 'object' ? quoted(writing.json(exactJson(cell))) : String(cell);
}

/** One line of a CSV file, without its end. No cell of it is a formula to a spreadsheet, whatever it separates cells by. */
export const csvLine = (cells: readonly JsonValue[]): string => lineOf(cells, neutral);

/** The same with every text as it is, for CSV that isn't a file yet. */
export const csvLineAsIs = (cells: readonly JsonValue[]): string => lineOf(cells, asIs);

function lineOf(cells: readonly JsonValue[], writing: Writing): string {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + csvCell(cells[i] ?? null, writing);
  return line;
}
