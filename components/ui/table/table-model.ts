'use client';

import {
  type ColumnDef,
  columnFilteringFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createFilteredRowModel,
  createSortedRowModel,
  globalFilteringFeature,
  type Column as LibraryColumn,
  type Row as LibraryRow,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  type TableState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';
import type { DataColumn } from './columns/data-column';
import type { GridLook, ServedRows } from './served-rows';

const features = tableFeatures({
  columnVisibilityFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnFilteringFeature,
  globalFilteringFeature,
  rowSortingFeature,
  filteredRowModel: createFilteredRowModel(),
  sortedRowModel: createSortedRowModel(),
  filterFns: {},
  sortFns: {},
});

type Features = typeof features;
export type GridModel<Row extends RowData> = ReactTable<Features, Row>;
export type GridColumn<Row extends RowData> = LibraryColumn<Features, Row>;
export type GridRow<Row extends RowData> = LibraryRow<Features, Row>;

const NARROWEST_PX = 48;
const WIDEST_PX = 2_000;

/** The last view of the rows: the full screen keeps the sorting and filters of the card. */
const lastLooks = new WeakMap<object, TableState<Features>>();

/** The state of a grid: sorting, filters, visible and pinned columns, and widths. */
export function useTableModel<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  served: Pick<ServedRows, 'key' | 'onLook'> | null,
): GridModel<Row> {
  const key = served?.key ?? rows;
  const onLook = served?.onLook;
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const searchAll = useMemo(
    () => (row: GridRow<Row>, columnId: string, wanted: string) =>
      includesText(columns[Number(columnId)]?.text(row.original) ?? '', wanted),
    [columns],
  );
  const [asLeft] = useState(() => lastLooks.get(key));
  const model = useTable({
    features,
    initialState: asLeft ?? { columnVisibility: visibilityOf(columns) },
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange',
    manualSorting: served !== null,
    manualFiltering: served !== null,
    globalFilterFn: searchAll,
    getColumnCanGlobalFilter: () => true,
  });
  const { state } = model;
  useEffect(() => {
    lastLooks.set(key, state);
  }, [key, state]);
  const { sorting, columnFilters, globalFilter } = state;
  useEffect(() => {
    const [sort] = sorting;
    onLook?.({
      sort: sort === undefined ? null : { column: Number(sort.id), isDescending: sort.desc },
      search: String(globalFilter ?? ''),
      filters: columnFilters.map(({ id, value }) => ({ column: Number(id), text: String(value) })),
    } satisfies GridLook);
  }, [onLook, sorting, columnFilters, globalFilter]);
  return model;
}

/** Without those that are hidden at first, unless that would leave nothing. */
function visibilityOf<Row extends RowData>(columns: readonly DataColumn<Row>[]): Record<string, boolean> {
  if (columns.every(({ isHiddenAtFirst }) => isHiddenAtFirst)) return {};
  return Object.fromEntries(
    columns.flatMap(({ isHiddenAtFirst }, index) => (isHiddenAtFirst ? [[String(index), false]] : [])),
  );
}

/** The visible columns in their order on the screen: pinned ones come first, in the order of their pinning. */
export function useShownColumns<Row extends RowData>(model: GridModel<Row>): GridColumn<Row>[] {
  const visible = model.getVisibleLeafColumns();
  const pinned = model.state.columnPinning.start;
  return useMemo(() => {
    if (pinned.length === 0) return visible;
    const first = pinned.flatMap((id) => visible.find((column) => column.id === id) ?? []);
    return [...first, ...visible.filter(({ id }) => !pinned.includes(id))];
  }, [visible, pinned]);
}

/** Our column for one of the library's, by position, because names may repeat. */
export function columnOf<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  { id }: { id: string },
): DataColumn<Row> | undefined {
  return columns[Number(id)];
}

function definitionOf<Row extends RowData>(column: DataColumn<Row>, index: number): ColumnDef<Features, Row> {
  return {
    id: String(index),
    size: column.widthPx,
    minSize: NARROWEST_PX,
    maxSize: WIDEST_PX,
    // Only the presence of a value matters here; the rows themselves decide the order.
    accessorFn: (row) => (column.isBlank(row) ? undefined : true),
    sortUndefined: 'last',
    sortDescFirst: false,
    sortFn: (a, b) => column.compare(a.original, b.original),
    filterFn: (row, _id, wanted: string) => includesText(column.text(row.original), wanted),
  };
}

function includesText(text: string, wanted: string): boolean {
  return text.toLowerCase().includes(wanted.toLowerCase());
}
