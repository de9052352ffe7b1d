import { columnName, type DataColumn } from '@/components/ui/table/columns/data-column';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { RowFact } from '../follow-ups/follow-ups';

const MOST_FACTS = 8;

/** Returns the first values of a row, which say which one it is and what a button would do it to: no masked ones, and none that is a document itself. */
export function firstFacts(columns: readonly DataColumn<JsonValue[]>[], row: JsonValue[]): RowFact[] {
  return columns
    .filter((column) => {
      const value = column.value?.(row) ?? null;
      return value !== null && value !== '' && value !== MASKED_VALUE && typeof value !== 'object';
    })
    .slice(0, MOST_FACTS)
    .map((column) => ({ name: columnName(column), text: column.shown?.(row) ?? column.text(row) }));
}
