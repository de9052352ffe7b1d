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
  functionalUpdate,
  globalFilteringFeature,
  type Column as LibraryColumn,
  type Row as LibraryRow,
  type ReactTable,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import { columnFilter } from '@/lib/results/look/comparisons';
import { includesAny, readingsOf } from '@/lib/results/look/readings';
import type { DataColumn } from './columns/data-column';
import type { ChangeLook, GridLook } from './served-rows';

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

/** The state of a grid: its look, which stands elsewhere, and the widths of its columns. */
export function useTableModel<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
  isServed: boolean,
  look: GridLook,
  onLook: ChangeLook,
): GridModel<Row> {
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const searchAll = useMemo(
    () => (row: GridRow<Row>, columnId: string, wanted: string) =>
      includesAny(columns[Number(columnId)]?.text(row.original) ?? '', readingsOf(wanted)),
    [columns],
  );
  const stateOf = useMemo(() => stateFor(columns), [columns]);
  const state = useMemo(() => stateOf(look), [stateOf, look]);
  return useTable({
    features,
    state,
    onSortingChange: (change) =>
      onLook((before) => {
        const [sort] = functionalUpdate(change, stateOf(before).sorting);
        return { sort: sort === undefined ? null : { column: Number(sort.id), isDescending: sort.desc } };
      }),
    onGlobalFilterChange: (change) =>
      onLook((before) => ({ search: String(functionalUpdate(change, before.search) ?? '') })),
    onColumnFiltersChange: (change) =>
      onLook((before) => ({
        filters: functionalUpdate(change, stateOf(before).columnFilters).map(({ id, value }) => ({
          column: Number(id),
          text: String(value),
        })),
      })),
    onColumnVisibilityChange: (change) =>
      onLook((before) => ({
        hidden: hiddenOf(functionalUpdate(change, stateOf(before).columnVisibility), columns),
      })),
    onColumnPinningChange: (change) =>
      onLook((before) => ({
        pinned: functionalUpdate(change, stateOf(before).columnPinning).start.map(Number),
      })),
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange',
    manualSorting: isServed,
    manualFiltering: isServed,
    globalFilterFn: searchAll,
    getColumnCanGlobalFilter: () => true,
  });
}

/** A look as the library has it. Columns that the table doesn't have are left out. */
function stateFor<Row extends RowData>(columns: readonly DataColumn<Row>[]) {
  const isThere = ({ column }: { column: number }) => column < columns.length;
  return ({ sort, search, filters, hidden, pinned }: GridLook) => ({
    sorting: sort === null || !isThere(sort) ? [] : [{ id: String(sort.column), desc: sort.isDescending }],
    globalFilter: search === '' ? undefined : search,
    columnFilters: filters.filter(isThere).map(({ column, text }) => ({ id: String(column), value: text })),
    columnVisibility: visibilityOf(
      hidden ?? columns.flatMap(({ isHiddenAtFirst }, index) => (isHiddenAtFirst ? [index] : [])),
      columns,
    ),
    columnPinning: { start: (pinned ?? []).map(String), end: [] },
  });
}

/** Without the hidden ones, unless that would leave nothing. */
function visibilityOf(hidden: readonly number[], columns: readonly unknown[]): Record<string, boolean> {
  if (columns.every((_, index) => hidden.includes(index))) return {};
  return Object.fromEntries(hidden.map((index) => [String(index), false]));
}

/** Null if these are the columns that are hidden at first. */
function hiddenOf<Row extends RowData>(
  visibility: Readonly<Record<string, boolean>>,
  columns: readonly DataColumn<Row>[],
): number[] | null {
  const isHidden = (index: number) => visibility[String(index)] === false;
  if (columns.every(({ isHiddenAtFirst }, index) => (isHiddenAtFirst === true) === isHidden(index)))
    return null;
  return columns.flatMap((_, index) => (isHidden(index) ? [index] : []));
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
    filterFn: (row, _id, wanted: string) => columnFilter(wanted)(column.text(row.original)),
  };
}
