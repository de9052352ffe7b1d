import type { RowData } from '@tanstack/react-table';
import { type CSSProperties, memo } from 'react';
import type { DataColumn } from './columns/data-column';
import styles from './data-table.module.css';
import type { RowEnd, RowStart } from './row-end';

/** A visible column and its position. */
export interface DrawnColumn<Row extends RowData> {
  column: DataColumn<Row>;
  /** From 0, among the columns that aren't hidden. */
  place: number;
  widthPx: number;
  /** Where it stays while the others scroll under it; null if it scrolls, too. */
  leftPx: number | null;
}

/** The place of the first drawn column that scrolls. */
export const firstInView = (
  columns: readonly { place: number; leftPx: number | null }[],
): number | undefined => columns.find(({ leftPx }) => leftPx === null)?.place;

/** Where a cell stands: pinned, or after the columns that aren't drawn. */
export const placed = (widthPx: number, leftPx: number | null, gapPx: number): CSSProperties => ({
  width: widthPx,
  ...(leftPx === null ? {} : { left: leftPx }),
  ...(gapPx === 0 ? {} : { marginLeft: gapPx }),
});

interface TableRowProps<Row extends RowData> {
  row: Row;
  /** From 0, in the displayed order. */
  index: number;
  topPx: number;
  /** Stable while the same columns are visible, so that rows don't re-render. */
  columns: readonly DrawnColumn<Row>[];
  /** The room before the first column that isn't pinned. */
  beforePx: number;
  totalPx: number;
  /** The active cell's column, or null if it is in another row. */
  activePlace: number | null;
  idPrefix: string;
  start: RowStart<Row> | null;
  end: RowEnd<Row> | null;
  /** What stands below the cells; null for nothing. */
  line: string | null;
  /** Whether it may be another one by now. */
  hasChanged: boolean;
  /** Of its columns of data, from 1. */
  firstPosition: number;
  /** From 1. */
  endPosition: number;
}

function DrawnRow<Row extends RowData>(props: TableRowProps<Row>) {
  const { row, index, topPx, columns, beforePx, totalPx, activePlace, idPrefix } = props;
  const { start, end, line, hasChanged, firstPosition, endPosition } = props;
  const style: CSSProperties = { minWidth: totalPx, transform: `translateY(${topPx}px)` };
  const afterGap = firstInView(columns);
  return (
    <tr
      aria-rowindex={index + 2}
      aria-label={hasChanged ? `Row ${index + 1}, may have changed` : `Row ${index + 1}`}
      className={styles.row}
      style={style}
      data-row={index}
      data-two-lines={line !== null || undefined}
      data-changed={hasChanged || undefined}
      title={hasChanged ? 'May have changed since this run' : undefined}
      data-marked={start?.isMarked(row) || undefined}
    >
      {start !== null && (
        <td className={styles.start} aria-colindex={1} style={{ width: start.widthPx }}>
          {start.draw(row, index)}
        </td>
      )}
      {columns.map(({ column, place, widthPx, leftPx }) => (
        <td
          key={place}
          id={place === activePlace ? `${idPrefix}-${index}-${place}` : undefined}
          aria-colindex={place + firstPosition}
          className={styles.cell}
          data-place={place}
          data-align={column.align}
          data-active={place === activePlace || undefined}
          data-pinned={leftPx === null ? undefined : ''}
          style={placed(widthPx, leftPx, place === afterGap ? beforePx : 0)}
        >
          {column.cell(row)}
        </td>
      ))}
      <td className={styles.filler} aria-hidden />
      {end !== null && (
        <td className={styles.end} aria-colindex={endPosition} style={{ width: end.widthPx }}>
          {end.draw(row, index)}
        </td>
      )}
      {line !== null && (
        <td className={styles.below} aria-hidden>
          <span className={styles.line} dir="auto" style={{ left: start?.widthPx ?? 0 }}>
            {line}
          </span>
        </td>
      )}
    </tr>
  );
}

/** One row of the grid, re-rendered only when its own state changes. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;
