'use client';

import {
  type ColumnDef,
  columnFilteringFeature,
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
import type { DataColumn } from './data-column';

const features = tableFeatures({
  columnVisibilityFeature,
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

/** How the rows were last looked at: the same ones on the full screen are sorted and filtered as they were in their card. */
const lastLooks = new WeakMap<object, TableState<Features>>();

/** The state of a grid: how it is sorted and filtered, which columns are seen, and how wide they are. */
export function useTableModel<Row extends RowData>(
  columns: readonly DataColumn<Row>[],
  rows: readonly Row[],
): GridModel<Row> {
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const searchAll = useMemo(
    () => (row: GridRow<Row>, columnId: string, wanted: string) =>
      includesText(columns[Number(columnId)]?.text(row.original) ?? '', wanted),
    [columns],
  );
  const [asLeft] = useState(() => lastLooks.get(rows));
  const model = useTable({
    features,
    ...(asLeft === undefined ? {} : { initialState: asLeft }),
    columns: definitions,
    data: rows,
    columnResizeMode: 'onChange',
    globalFilterFn: searchAll,
    getColumnCanGlobalFilter: () => true,
  });
  const { state } = model;
  useEffect(() => {
    lastLooks.set(rows, state);
  }, [rows, state]);
  return model;
}

/** The column of ours that one of the library's stands for: they go by position, since names may repeat. */
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
    // Only whether there is something matters here; the order itself is decided by the rows.
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
