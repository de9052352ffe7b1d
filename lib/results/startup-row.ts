import { isJsonObject, type JsonValue } from '@/lib/base/json';

/** A run's result, as far as it matters for finding its row. */
interface Answered {
  payload: JsonValue;
  payloadFormat: string | null;
}

/**
 * The one row that a startup command returned, by column name. All of its tables together must have exactly one row; a
 * JSON object is a row too. Null for any other result.
 */
export function startupRow({ payload, payloadFormat }: Answered): Record<string, JsonValue> | null {
  switch (payloadFormat) {
    case 'json.table.rowwise':
      return onlyRow([payload]);
    case 'json.multiset.rowwise':
      return Array.isArray(payload) ? onlyRow(payload) : null;
    case 'json': {
      const [object, ...others] = Array.isArray(payload) ? payload : [payload];
      return others.length === 0 && isJsonObject(object) ? object : null;
    }
    default:
      return null;
  }
}

function onlyRow(tables: readonly JsonValue[]): Record<string, JsonValue> | null {
  const rows = tables.flatMap((table) => {
    if (!isJsonObject(table) || !Array.isArray(table.columns) || !Array.isArray(table.rows)) return [];
    const names = table.columns.map((column) => (isJsonObject(column) ? String(column.name) : ''));
    return table.rows.map((row) => ({ names, cells: Array.isArray(row) ? row : [] }));
  });
  const [only] = rows;
  if (only === undefined || rows.length !== 1) return null;
  return Object.fromEntries(only.names.map((name, index) => [name, only.cells[index] ?? null]));
}
