'use client';

import {
  type ColumnDef,
  createSortedRowModel,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef } from 'react';
import type { DataColumn } from './data-column';
import styles from './data-table.module.css';
import { HeaderCell } from './header-cell';

const ROW_HEIGHT = 34;
const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel(), sortFns: {} });

interface DataTableProps<Row extends RowData> {
  /** What the table is, for those who do not see it. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Keep it stable between renders: a new list is sorted again. */
  rows: readonly Row[];
  /** Rows that are seen without scrolling. */
  visibleRows?: number;
}

/**
 * A grid that draws only what is in sight, in both directions, so that thousands of rows and hundreds of
 * columns scroll smoothly. It scrolls inside itself, by keyboard too; a click on a header sorts.
 */
export function DataTable<Row extends RowData>({
  label,
  columns,
  rows,
  visibleRows = 14,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLElement>(null);
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const table = useTable({ features, columns: definitions, data: rows });
  const sorted = table.getRowModel().rows;
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => columns[index]?.widthPx ?? 0,
    overscan: 4,
  });
  const down = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    scrollPaddingStart: ROW_HEIGHT,
    overscan: 12,
  });
  const shownColumns = across.getVirtualItems();
  const before: CSSProperties = { width: shownColumns[0]?.start ?? 0 };
  const after: CSSProperties = { width: across.getTotalSize() - (shownColumns.at(-1)?.end ?? 0) };
  const line: CSSProperties = { minWidth: across.getTotalSize() };

  return (
    <section
      ref={scroller}
      className={styles.scroller}
      style={{ maxHeight: (visibleRows + 1) * ROW_HEIGHT + 10 }}
      aria-label={label}
      tabIndex={0}
    >
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-colcount={columns.length}
      >
        <thead className={styles.head} style={line}>
          <tr aria-rowindex={1} className={styles.row}>
            <td className={styles.gap} style={before} aria-hidden />
            {shownColumns.map(({ index }) => {
              const column = columns[index];
              const sortable = table.getColumn(String(index));
              if (column === undefined || sortable === undefined) return null;
              return (
                <HeaderCell
                  key={index}
                  column={column}
                  index={index}
                  sorted={sortable.getIsSorted()}
                  onSort={() => sortable.toggleSorting()}
                />
              );
            })}
            <td className={styles.gap} style={after} aria-hidden />
            <td className={styles.filler} aria-hidden />
          </tr>
        </thead>
        <tbody style={{ ...line, height: down.getTotalSize() }} className={styles.body}>
          {down.getVirtualItems().map(({ index: rowIndex, start }) => {
            const row = sorted[rowIndex];
            return row === undefined ? null : (
              <tr
                key={row.id}
                aria-rowindex={rowIndex + 2}
                className={styles.row}
                style={{ ...line, transform: `translateY(${start}px)` }}
              >
                <td className={styles.gap} style={before} aria-hidden />
                {shownColumns.map(({ index, size }) => {
                  const column = columns[index];
                  return column === undefined ? null : (
                    <td
                      key={index}
                      aria-colindex={index + 1}
                      className={styles.cell}
                      data-align={column.align}
                      style={{ width: size }}
                    >
                      {column.cell(row.original)}
                    </td>
                  );
                })}
                <td className={styles.gap} style={after} aria-hidden />
                <td className={styles.filler} aria-hidden />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** Columns go by their position: names may repeat. */
function definitionOf<Row extends RowData>(
  column: DataColumn<Row>,
  index: number,
): ColumnDef<typeof features, Row> {
  return {
    id: String(index),
    // Only whether there is something matters here; the order itself is decided by the rows.
    accessorFn: (row) => (column.isBlank(row) ? undefined : true),
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b) => column.compare(a.original, b.original),
  };
}
