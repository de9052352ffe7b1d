import type { JsonValue } from '@/lib/base/json';
import type { ResultTable } from '../table/result-table';

/** A column of either table, matched by name. Null where a table lacks it. */
export interface ComparedColumn {
  name: string;
  type: string;
  a: number | null;
  b: number | null;
}

/** A row of one table or of both. `changed` holds the places of the columns that differ. */
export type ComparedRow =
  | { kind: 'same' | 'changed'; a: JsonValue[]; b: JsonValue[]; changed: ReadonlySet<number> }
  | { kind: 'removed'; a: JsonValue[]; b: null }
  | { kind: 'added'; a: null; b: JsonValue[] };

export interface TableComparison {
  columns: ComparedColumn[];
  /** In the order of B; what only A has stands where it stood between its neighbors. */
  rows: ComparedRow[];
  counts: Record<ComparedRow['kind'], number>;
}

/** The columns of two tables: those of B in its order, and then those that only A has. The first of a name counts. */
export function matchColumns(a: ResultTable, b: ResultTable): ComparedColumn[] {
  const placeIn = ({ columns }: ResultTable, name: string): number | null => {
    const place = columns.findIndex((column) => column.name === name);
    return place < 0 ? null : place;
  };
  const names = new Set([...b.columns, ...a.columns].map(({ name }) => name));
  return [...names].map((name) => {
    const [inA, inB] = [placeIn(a, name), placeIn(b, name)];
    const type = (inB === null ? a.columns[inA ?? 0] : b.columns[inB])?.type ?? '';
    return { name, type, a: inA, b: inB };
  });
}

const textOf = (value: JsonValue | undefined): string => JSON.stringify(value ?? null);

/** The cells of a row as one text, so that equal cells have equal texts. */
const keyOf = (row: readonly JsonValue[], places: readonly number[]): string =>
  JSON.stringify(places.map((place) => row[place] ?? null));

/** What rows are matched by: columns by name. An empty list matches rows that are equal in every column. */
export type RowKey = readonly string[];

/**
 * Compares two tables row by row. Rows with the same key belong together, in their order if several have it. A column
 * that only one table has doesn't make a row different.
 */
export function compareTables(a: ResultTable, b: ResultTable, key: RowKey): TableComparison {
  const columns = matchColumns(a, b);
  const common = columns.filter((column) => column.a !== null && column.b !== null);
  const named = common.filter(({ name }) => key.includes(name));
  const keyed = named.length === 0 ? common : named;
  const partners = matchRows(
    a.rows.map((row) =>
      keyOf(
        row,
        keyed.map(({ a: place }) => place ?? 0),
      ),
    ),
    b.rows.map((row) =>
      keyOf(
        row,
        keyed.map(({ b: place }) => place ?? 0),
      ),
    ),
  );
  const rows: ComparedRow[] = [];
  const counts = { same: 0, changed: 0, added: 0, removed: 0 };
  const add = (row: ComparedRow) => {
    rows.push(row);
    counts[row.kind] += 1;
  };
  const removedAfter = removedRows(a, partners);
  const addRemoved = (place: number) => {
    for (const row of removedAfter.get(place) ?? []) add({ kind: 'removed', a: row, b: null });
  };
  const partnerOf = new Map(partners.flatMap((inB, inA) => (inB === null ? [] : [[inB, inA] as const])));
  addRemoved(-1);
  b.rows.forEach((row, place) => {
    const partner = a.rows[partnerOf.get(place) ?? -1];
    add(partner === undefined ? { kind: 'added', a: null, b: row } : both(columns, partner, row));
    addRemoved(place);
  });
  return { columns, rows, counts };
}

/** For each row of A, by its key, the place of its partner in B; null without one. */
function matchRows(keysOfA: readonly string[], keysOfB: readonly string[]): (number | null)[] {
  const open = new Map<string, number[]>();
  keysOfB.forEach((key, place) => {
    const places = open.get(key);
    if (places === undefined) open.set(key, [place]);
    else places.push(place);
  });
  // From the back, so that taking the next partner is cheap.
  for (const places of open.values()) places.reverse();
  return keysOfA.map((key) => open.get(key)?.pop() ?? null);
}

/** The rows that only A has, by the place in B of the row that they come after. */
function removedRows(a: ResultTable, partners: readonly (number | null)[]): Map<number, JsonValue[][]> {
  const found = new Map<number, JsonValue[][]>();
  let after = -1;
  a.rows.forEach((row, place) => {
    const partner = partners[place] ?? null;
    if (partner !== null) {
      after = partner;
      return;
    }
    const rows = found.get(after);
    if (rows === undefined) found.set(after, [row]);
    else rows.push(row);
  });
  return found;
}

function both(columns: readonly ComparedColumn[], a: JsonValue[], b: JsonValue[]): ComparedRow {
  const changed = new Set<number>();
  columns.forEach((column, place) => {
    if (column.a === null || column.b === null) return;
    const [inA, inB] = [a[column.a], b[column.b]];
    // Most cells are equal texts or numbers, of which tens of thousands are compared while a person waits.
    if (inA !== inB && textOf(inA) !== textOf(inB)) changed.add(place);
  });
  return { kind: changed.size === 0 ? 'same' : 'changed', a, b, changed };
}

/**
 * The columns that tell the rows of both tables apart: the first one that is never null and never repeats, with a
 * preference for names that sound like a key. Empty if no single column does.
 */
export function suggestKey(a: ResultTable, b: ResultTable): RowKey {
  const unique = matchColumns(a, b).filter(
    ({ a: inA, b: inB }) => inA !== null && inB !== null && isUnique(a, inA) && isUnique(b, inB),
  );
  const best = unique.find(({ name }) => /(^|[_\s])(id|key|uuid|code|number)$|Id$/i.test(name)) ?? unique[0];
  return best === undefined ? [] : [best.name];
}

function isUnique({ rows }: ResultTable, place: number): boolean {
  const seen = new Set<string>();
  for (const row of rows) {
    const value = row[place] ?? null;
    if (value === null) return false;
    seen.add(textOf(value));
  }
  return seen.size === rows.length;
}
