import type { JsonValue } from '@/lib/base/json';
import type { IsMasked } from '@/lib/outputs/masks';
import { cutRow } from '@/server/results/reading/cut-shown';
import { ColumnCells } from '@/server/results/rows/column-cells';
import { filterRows, inAll, type RowFilter, searchRows } from '@/server/results/rows/filter-rows';
import { orderRows, type RowSort } from '@/server/results/rows/order-rows';
import { RowCells } from '@/server/results/rows/row-cells';
import {
  type IndexedTable,
  indexRows,
  lineOf,
  type RowSource,
  RowsRefused,
} from '@/server/results/rows/row-index';

/** Which rows of a stored table to read. */
export interface RowQuery extends RowFilter {
  /** From 0. */
  resultSet: number;
  /** Null for the stored order. */
  sort: RowSort | null;
  /** The first of the matching rows, from 0. */
  from: number;
  count: number;
}

export interface RowPage {
  columns: IndexedTable['columns'];
  /** Each with its place in the stored table, from 0. */
  rows: { number: number; cells: JsonValue[] }[];
  /** Whether some values were too long to be read in full. */
  isCut: boolean;
  matchingRows: number;
  totalRows: number;
}

/** All rows of a page together; each has its share. */
const PAGE_BYTES = 8_000_000;
/** Orders and filters that are kept: people turn pages of one, and go back to the one before. */
const MOST_KEPT = 4;
/** Columns that are kept to be sorted or filtered by again, and how much memory they may take together. */
const MOST_COLUMNS = 4;
const MOST_COLUMN_BYTES = 200_000_000;

/** Sorts, filters, and pages through a stored table. What took long once is kept for the next page. */
export class RowReader {
  private readonly tables: IndexedTable[];
  private readonly kept = new Map<string, Uint32Array>();
  private readonly columns = new Map<string, ColumnCells>();

  /** Reads the whole result once. Throws `RowsRefused` if it isn't a table, or has too many rows. */
  constructor(
    private readonly source: RowSource,
    private readonly isMasked: IsMasked | null,
  ) {
    this.tables = indexRows(source);
  }

  read(query: RowQuery): RowPage {
    const table = this.tables[query.resultSet];
    if (table === undefined) throw new RowsRefused('This result has fewer tables.');
    const last = Math.max(query.sort?.column ?? 0, ...query.filters.map(({ column }) => column));
    if (last >= Math.max(1, table.columns.length)) throw new RowsRefused('This table has fewer columns.');
    const cells = new RowCells(table.columns, this.isMasked);
    const places = this.placesOf(table, cells, query);
    const matchingRows = places?.length ?? table.rowCount;
    const count = Math.max(0, Math.min(query.count, matchingRows - query.from));
    const share = PAGE_BYTES / Math.max(1, count);
    let isCut = false;
    const rows = Array.from({ length: count }, (_, at) => {
      const number = places?.[query.from + at] ?? query.from + at;
      const line = lineOf(this.source, table, number);
      const whole = cells.all(line);
      const isLong = line.isFront || line.end - line.start > share;
      isCut ||= isLong;
      return { number, cells: isLong ? cutRow(whole, share) : whole };
    });
    return { columns: table.columns, rows, isCut, matchingRows, totalRows: table.rowCount };
  }

  /** The places of the matching rows in their order; null for all in their stored order. */
  private placesOf(table: IndexedTable, cells: RowCells, query: RowQuery): Uint32Array | null {
    const { resultSet, sort, search, filters } = query;
    const isFiltered = search !== '' || filters.length > 0;
    if (!isFiltered && sort === null) return null;
    return this.keep(JSON.stringify([resultSet, sort, search, filters]), () => {
      const columnOf = (column: number) => this.column(table, cells, resultSet, column);
      const order =
        sort === null
          ? null
          : this.keep(JSON.stringify([resultSet, sort]), () =>
              orderRows(
                columnOf(sort.column),
                table.columns[sort.column]?.type ?? '',
                table.rowCount,
                sort.isDescending,
              ),
            );
      if (!isFiltered) return order ?? new Uint32Array();
      const found = this.keep(JSON.stringify([resultSet, null, search, filters]), () =>
        inAll([
          ...filters.map(({ column, text }) => filterRows(columnOf(column), text)),
          ...(search === '' ? [] : [searchRows(this.source, table, cells, search)]),
        ]),
      );
      return order === null ? found : inOrder(order, found);
    });
  }

  /** The cells of a column; the latest ones are kept. */
  private column(table: IndexedTable, cells: RowCells, resultSet: number, column: number): ColumnCells {
    const key = `${resultSet} ${column}`;
    const made =
      this.columns.get(key) ?? new ColumnCells(this.source, table, cells, column, this.leftOf(table, column));
    this.columns.delete(key);
    this.columns.set(key, made);
    let sizeBytes = 0;
    for (const each of this.columns.values()) sizeBytes += each.sizeBytes;
    for (const [oldest, { sizeBytes: itsBytes }] of this.columns) {
      if (this.columns.size <= MOST_COLUMNS && sizeBytes <= MOST_COLUMN_BYTES) break;
      this.columns.delete(oldest);
      sizeBytes -= itsBytes;
    }
    return made;
  }

  /** Of the kept columns of a table, the one that is next to the left of another. */
  private leftOf(table: IndexedTable, column: number): ColumnCells | null {
    const left = [...this.columns.values()].filter((each) => each.table === table && each.column < column);
    return left.toSorted((a, b) => b.column - a.column)[0] ?? null;
  }

  private keep(key: string, make: () => Uint32Array): Uint32Array {
    const made = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, made);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return made;
  }
}

/** The found rows in the order of all. */
function inOrder(order: Uint32Array, found: Uint32Array): Uint32Array {
  const isFound = new Uint8Array(order.length);
  for (const row of found) isFound[row] = 1;
  return order.filter((row) => isFound[row] === 1);
}
