import type { RowData } from '@tanstack/react-table';
import { copyText } from '@/components/ui/text/copy-text';
import { type CopyFormat, tableAsText } from '@/lib/results/table/copy-table';
import { tabText } from '@/lib/results/table/result-table';
import { columnName, type DataColumn } from '../columns/data-column';

/** One value, as it is. */
export function copyCell<Row extends RowData>(column: DataColumn<Row>, row: Row): void {
  void copyText(column.text(row), 'Cell copied to clipboard');
}

/** Rows in the format of spreadsheets, with a header line if there is more than one row. */
export function copyRows<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  told: string,
): void {
  const lines = rows.map((row) => columns.map((column) => column.text(row)));
  void copyText(tabText(rows.length === 1 ? lines : [columns.map(columnName), ...lines]), told);
}

/** Rows in a format for tickets, code, and other tools. */
export function copyRowsAs<Row extends RowData>(
  format: CopyFormat,
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): void {
  const cellOf = (column: DataColumn<Row>, row: Row) => {
    const text = column.text(row);
    return { text, value: column.value === undefined ? text : column.value(row) };
  };
  const text = tableAsText(
    { names: columns.map(columnName), rows: rows.map((row) => columns.map((column) => cellOf(column, row))) },
    format,
  );
  void copyText(text, `Results copied to clipboard as ${format}`);
}
