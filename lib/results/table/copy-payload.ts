import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { cellText, readTable, readTables, tableAsTabText } from './result-table';

/** A result as text for the clipboard: tables in the format of spreadsheets, other JSON indented, text unchanged. */
export function payloadAsText(payload: JsonValue): string {
  const table = readTable(payload);
  if (table !== null) return tableAsTabText(table);
  const tables = readTables(payload);
  if (tables !== null && tables.length > 0) return tables.map(tableAsTabText).join('\n\n');
  if (payload !== null && typeof payload === 'object') return exactJson(payload, 2);
  return cellText(payload);
}
