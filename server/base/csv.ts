import type { JsonValue } from '@/lib/base/json';

/** RFC 4180, in the dialect of Postgres: null is nothing at all, an empty text is `""`. */
export const CSV_LINE_END = '\r\n';

const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$|^-Infinity$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A number at a position of a text, such as `-1.5`. Spreadsheets don't evaluate these. */
export const NUMBER_PREFIX = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|-Infinity/y;

/** Whether spreadsheets take a cell that begins with this character for a formula, unless it is a number. */
export function isFormula(firstCharacter: number): boolean {
  switch (firstCharacter) {
    case 0x3d: // =
    case 0x2b: // +
    case 0x2d: // -
    case 0x40: // @
    case 0x09: // tab
    case 0x0d: // carriage return
      return true;
    default:
      return false;
  }
}

/** Whether a spreadsheet would take a text for a formula (OWASP, CSV injection). Numbers aren't formulas. */
function looksLikeFormula(text: string): boolean {
  return isFormula(text.charCodeAt(0)) && !NUMBER.test(text);
}

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
  return typeof cell === 'object' ? quoted(JSON.stringify(cell)) : String(cell);
}

/** One line of a CSV file, without its end. */
export function csvLine(cells: readonly JsonValue[]): string {
  let line = '';
  for (let i = 0; i < cells.length; i += 1) line += (i === 0 ? '' : ',') + csvCell(cells[i] ?? null);
  return line;
}
