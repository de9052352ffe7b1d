import { columnName, type DataColumn } from '@/components/ui/table/columns/data-column';
import type { RowLine } from '@/components/ui/table/row-end';
import type { JsonValue } from '@/lib/base/json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import type { RowFact } from '../follow-ups/follow-ups';

const MOST_FACTS = 8;

/** Returns the first values of a row, which say which one it is and what a button would do it to: no masked ones, and none that is a document itself. */
export const firstFacts = (columns: readonly DataColumn<JsonValue[]>[], row: JsonValue[]): RowFact[] =>
  tellingColumns(columns, row).map((column) => ({ name: columnName(column), text: textIn(column, row) }));

/** The first values of a row in one line. A number, or yes or no, says nothing without its name. */
export const lineOfRow: RowLine<JsonValue[]> = (row, columns) =>
  tellingColumns(columns, row)
    .map((column) => {
      const isPlain = typeof column.value?.(row) === 'string' && column.align === 'start';
      return isPlain ? textIn(column, row) : `${columnName(column)} ${textIn(column, row)}`;
    })
    .join(' · ');

const textIn = (column: DataColumn<JsonValue[]>, row: JsonValue[]): string =>
  column.shown?.(row) ?? column.text(row);

function tellingColumns(
  columns: readonly DataColumn<JsonValue[]>[],
  row: JsonValue[],
): DataColumn<JsonValue[]>[] {
  return columns
    .filter((column) => {
      const value = column.value?.(row) ?? null;
      return value !== null && value !== '' && value !== MASKED_VALUE && typeof value !== 'object';
    })
    .slice(0, MOST_FACTS);
}
