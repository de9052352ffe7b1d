import { digitsOf, exactJson } from '@/lib/base/exact-json';
import { plainText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';

/** One table of a result. Names may repeat, and their order is kept. */
export interface ResultTable {
  columns: { name: string; type: string }[];
  rows: JsonValue[][];
}

/** Reads a table from a payload; null if it isn't one. */
export function readTable(payload: JsonValue): ResultTable | null {
  if (payload === null || typeof payload !== 'object' || Array.isArray(payload)) return null;
  const { columns, rows } = payload;
  if (!Array.isArray(columns) || !Array.isArray(rows) || !rows.every(Array.isArray)) return null;
  return {
    columns: columns.map((column) => ({ name: textOf(column, 'name'), type: textOf(column, 'type') })),
    rows,
  };
}

/** Reads the tables of several result sets; null if the payload isn't a list of tables. */
export function readTables(payload: JsonValue): ResultTable[] | null {
  if (!Array.isArray(payload)) return null;
  const tables = payload.map(readTable);
  return tables.every((table) => table !== null) ? tables : null;
}

function textOf(value: JsonValue, key: string): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return '';
  const text = value[key];
  return typeof text === 'string' ? text : '';
}

/** A cell as text, for display, copying, and searching. Null has no text: see `isNull` where it is rendered. */
export function cellText(value: JsonValue): string {
  if (value === null) return '';
  return typeof value === 'object' ? exactJson(value) : (digitsOf(value) ?? String(plainText(value)));
}

/** A table as tab-separated text with a header line, for pasting into spreadsheets. */
export function tableAsTabText({ columns, rows }: ResultTable): string {
  return tabText([columns.map(({ name }) => name), ...rows.map((row) => row.map((cell) => cellText(cell)))]);
}

/** Lines of cells as tab-separated text. */
export function tabText(lines: readonly (readonly string[])[]): string {
  return lines.map((cells) => cells.map(quoteForTabs).join('\t')).join('\n');
}

/** Spreadsheets read a cell with a tab, line break or quote whole only when it is quoted. */
function quoteForTabs(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
