'use client';

import { Button } from '@mantine/core';
import type { RowData } from '@tanstack/react-table';
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { CellMenu, type CellTarget } from './cells/cell-menu';
import { copyCell, copyRows } from './cells/copy-cells';
import { type ActiveCell, useActiveCell } from './cells/use-active-cell';
import { useRowsDown } from './cells/use-rows-down';
import type { DataColumn } from './columns/data-column';
import { HeaderCell } from './columns/header-cell';
import { useColumnsAcross } from './columns/use-columns-across';
import { useGrownColumns } from './columns/use-grown-columns';
import styles from './data-table.module.css';
import { GridBar } from './grid-bar';
import type { RowEnd, RowLine, RowStart } from './row-end';
import type { ChangeLook, GridLook, GridView, ServedRows } from './served-rows';
import { columnOf, useShownColumns, useTableModel } from './table-model';
import { firstInView, TableRow } from './table-row';

const ROW_HEIGHT = 34;
const TWO_LINES_HEIGHT = 56;
/** A table small enough to see at a glance needs no filter. */
const FEW_ROWS = 8;
const FEW_COLUMNS = 8;

interface DataTableProps<Row extends RowData> {
  /** The table's name for screen readers. */
  label: string;
  columns: readonly DataColumn<Row>[];
  /** Keep it stable between renders: a new list is sorted again. */
  rows: readonly Row[];
  /** What stands at the start of the bar above the grid; with it, there always is a bar. */
  lead?: ReactNode;
  /** Keep it stable between renders. */
  rowStart?: RowStart<Row> | null;
  /** Keep it stable between renders. */
  rowEnd?: RowEnd<Row> | null;
  /** Whether a row may be another one by now; null if all are as they were. Keep it stable between renders. */
  hasChanged?: ((row: Row) => boolean) | null;
  /** For rows that a server sorts and filters; null if `rows` are all there are. */
  served?: ServedRows | null;
  /** Keep it stable between renders. */
  look: GridLook;
  onLook: ChangeLook;
  /** Called with what is shown, whenever that changes. Keep it stable between renders. */
  onShown?: ((view: GridView<Row>) => void) | undefined;
  /** Shows all values of a row, by menu or Space. */
  onOpenRow?: ((row: Row) => void) | undefined;
  /** What is said where no row matches the filters, above the way to clear them. */
  noMatch?: ReactNode;
  /**
   * For a phone, where not all of a row is in view: a press on it opens it, too, and a second line of it says what is out
   * of sight.
   */
  lineOf?: RowLine<Row> | null;
}

/**
 * A grid that renders only visible cells, in both directions, so that thousands of rows and hundreds of columns scroll
 * smoothly. It scrolls inside itself and supports sorting, filtering, resizing, pinning, hiding, copying, and keyboard
 * navigation.
 */
export function DataTable<Row extends RowData>({
  label,
  columns: given,
  rows,
  lead = null,
  rowStart = null,
  rowEnd = null,
  hasChanged = null,
  served = null,
  look,
  onLook,
  onShown,
  onOpenRow,
  noMatch = null,
  lineOf = null,
}: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { grown: columns, see } = useGrownColumns(given);
  const model = useTableModel(columns, rows, served !== null, look, onLook);
  const [target, setTarget] = useState<CellTarget<Row> | null>(null);
  const shownRows = model.getRowModel().rows;
  const matchingRows = served === null ? shownRows.length : served.matchingRows;
  const gridColumns = useShownColumns(model);
  const shownColumns = gridColumns.flatMap((each) => columnOf(columns, each) ?? []);
  useEffect(
    () =>
      onShown?.({
        rows: shownRows.map(({ original }) => original),
        matchingRows,
        columns: gridColumns.map(({ id }) => Number(id)),
      }),
    [onShown, shownRows, matchingRows, gridColumns],
  );

  const across = useColumnsAcross(columns, gridColumns, scroller, {
    startPx: rowStart?.widthPx ?? 0,
    endPx: rowEnd?.widthPx ?? 0,
  });
  const { drawn, beforePx } = across;
  const beyond = lineOf === null ? [] : shownColumns.slice(across.firstBeyond);
  const rowPx = beyond.length > 0 ? TWO_LINES_HEIGHT : ROW_HEIGHT;
  const down = useRowsDown(shownRows.length, scroller, { rowPx, headPx: ROW_HEIGHT });
  const items = down.getVirtualItems();
  const inSight = `${items[0]?.index ?? 0}-${(items.at(-1)?.index ?? -1) + 1}`;
  useEffect(() => {
    const [first = 0, end = 0] = inSight.split('-').map(Number);
    const indexes = drawn.map(({ gridColumn }) => Number(gridColumn.id));
    see(
      indexes,
      shownRows.slice(first, end).map(({ original }) => original),
    );
  }, [inSight, shownRows, drawn, see]);
  const firstPosition = rowStart === null ? 1 : 2;
  const endPosition = gridColumns.length + firstPosition;
  const afterGap = firstInView(drawn);
  const totalPx = across.totalPx + (rowEnd?.widthPx ?? 0);
  const line: CSSProperties = { minWidth: totalPx };
  // A filter that leaves few rows doesn't move the page below.
  const room = { '--all-rows': `${rows.length * rowPx + ROW_HEIGHT}px` } as CSSProperties;

  const withCell = ({ row, place }: ActiveCell, act: (column: DataColumn<Row>, row: Row) => void) => {
    const found = shownRows[row];
    const column = shownColumns[place];
    if (found !== undefined && column !== undefined) act(column, found.original);
  };
  const { active, choose, onKeyDown } = useActiveCell({
    rows: shownRows.length,
    columns: gridColumns.length,
    turned: served?.turned ?? null,
    onTurn: (row) => down.scrollToIndex(row, { align: row === 0 ? 'start' : 'center' }),
    onMove: ({ row, place }) => {
      down.scrollToIndex(row);
      across.scrollTo(place);
    },
    onCopy: (cell) => withCell(cell, copyCell),
    onOpen: (cell) => withCell(cell, (column, row) => column.isBlank(row) || column.open?.(row)),
    onOpenRow: (cell) => withCell(cell, (_, row) => onOpenRow?.(row)),
  });

  /** Activates the pressed cell; a menu opened by keyboard is about the active one. */
  const onPress = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-place]') : null;
    const row = cell?.closest<HTMLElement>('[data-row]');
    const at = cell && row ? { row: Number(row.dataset.row), place: Number(cell.dataset.place) } : active;
    if (at === null) return setTarget(null);
    choose(at);
    const column = shownColumns[at.place];
    const found = shownRows[at.row];
    setTarget(column === undefined || found === undefined ? null : { column, row: found.original });
  };
  const onPressed = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest('[data-place]') : null;
    const isControl = event.target instanceof Element && event.target.closest('a, button, input') !== null;
    const row = shownRows[Number(cell?.closest<HTMLElement>('[data-row]')?.dataset.row)];
    if (row !== undefined && !isControl) onOpenRow?.(row.original);
  };
  const originals = () => shownRows.map(({ original }) => original);

  return (
    <>
      {(lead !== null ||
        served !== null ||
        rows.length > FEW_ROWS ||
        columns.length > FEW_COLUMNS ||
        gridColumns.length < columns.length) && (
        <GridBar
          lead={lead}
          model={model}
          columns={columns}
          shownRows={matchingRows}
          totalRows={served?.totalRows ?? rows.length}
          onCopy={() => copyRows(shownColumns, originals(), 'Results copied to clipboard')}
        />
      )}
      <div ref={scroller} className={styles.scroller} style={room}>
        <CellMenu
          target={target}
          columns={shownColumns}
          rows={originals()}
          onOpenRow={onOpenRow}
          onFilter={(column, text) => model.getColumn(String(columns.indexOf(column)))?.setFilterValue(text)}
        >
          <table
            role="grid"
            className={styles.table}
            aria-label={label}
            data-opens-rows={lineOf !== null || undefined}
            aria-rowcount={shownRows.length + 1}
            aria-colcount={rowEnd === null ? endPosition - 1 : endPosition}
            aria-activedescendant={active === null ? undefined : `${id}-${active.row}-${active.place}`}
            tabIndex={0}
            onKeyDown={onKeyDown}
            onPointerDown={onPress}
            onClick={lineOf === null ? undefined : onPressed}
            onContextMenuCapture={onPress}
          >
            <thead className={styles.head} style={line}>
              <tr aria-rowindex={1} className={styles.row}>
                {rowStart !== null && (
                  <th
                    className={styles.start}
                    aria-label="Selected"
                    aria-colindex={1}
                    style={{ width: rowStart.widthPx }}
                  >
                    {rowStart.header(originals())}
                  </th>
                )}
                {drawn.map(({ column, gridColumn, place, widthPx, leftPx }) => (
                  <HeaderCell
                    key={gridColumn.id}
                    model={model}
                    gridColumn={gridColumn}
                    column={column}
                    position={place + firstPosition}
                    widthPx={widthPx}
                    leftPx={leftPx}
                    gapPx={place === afterGap ? beforePx : 0}
                    onCopy={() => copyRows([column], originals(), 'Column copied to clipboard')}
                    summarizes={served === null ? 'shown' : 'page'}
                    cells={() =>
                      originals().flatMap(
                        (row) => column.value?.(row) ?? (column.isBlank(row) ? null : column.text(row)),
                      )
                    }
                  />
                ))}
                <td className={styles.filler} aria-hidden />
                {rowEnd !== null && (
                  <th className={styles.end} aria-colindex={endPosition} style={{ width: rowEnd.widthPx }}>
                    {rowEnd.header(originals())}
                  </th>
                )}
              </tr>
            </thead>
            <tbody style={{ ...line, height: down.getTotalSize() }} className={styles.body}>
              {items.map(({ index, start }) => {
                const row = shownRows[index];
                return row === undefined ? null : (
                  <TableRow
                    key={row.id}
                    row={row.original}
                    index={index}
                    topPx={start}
                    columns={drawn}
                    beforePx={beforePx}
                    totalPx={totalPx}
                    activePlace={active?.row === index ? active.place : null}
                    idPrefix={id}
                    start={rowStart}
                    end={rowEnd}
                    line={beyond.length > 0 ? (lineOf?.(row.original, beyond) ?? null) : null}
                    hasChanged={hasChanged?.(row.original) ?? false}
                    firstPosition={firstPosition}
                    endPosition={endPosition}
                  />
                );
              })}
            </tbody>
          </table>
        </CellMenu>
        {matchingRows === 0 && (served?.totalRows ?? rows.length) > 0 && (
          <div className={styles.noMatch}>
            <p>{noMatch}</p>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                model.resetColumnFilters(true);
                model.setGlobalFilter(undefined);
              }}
            >
              Clear the filter
            </Button>
          </div>
        )}
      </div>
    </>
  );
}
