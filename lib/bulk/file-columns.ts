import type { Input } from '@/lib/inputs/input';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';

/** The first sheet or the text of a file: its first row names the columns. Every cell is text. */
export interface FileTable {
  name: string;
  columns: string[];
  rows: string[][];
  /** The number that each row has in its source, from 1; their places if it is left out. */
  numbers?: readonly number[];
  /** What of the file was left out, or read in another way than it is written. */
  notes?: readonly string[];
  /** How a text file was read, and whether the file itself says so; null for other sources. */
  charset?: { name: string; isSure: boolean } | null;
  /** Whether a program wrote its numbers and dates, so that they are alike wherever people are. */
  isOfProgram?: true;
  /** Whether each cell is a value, as in an earlier run, and never the name of an option. */
  holdsValues?: true;
  /** Whether its columns are keys of the command's inputs, as in an earlier run. */
  isOfInputs?: true;
  /** By row, the columns of the cells that a person has changed since: they are written as people write. */
  edited?: ReadonlyMap<number, ReadonlySet<number>>;
  /** Why each row failed where it comes from; null for a row without a reason. */
  failures?: readonly (string | null)[];
  /** By column, why its cells can't be used. */
  faults?: ReadonlyMap<number, string>;
}

/** The names of its columns as people know them. */
export const columnNames = ({ columns, isOfInputs }: FileTable, names: InputNames): readonly string[] =>
  isOfInputs === true ? columns.map((key) => nameOf(names, key)) : columns;

const plain = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, '');

/** What people write for an identifier: `Order #`, `Order no.`, and `order number` are an `order_id`. */
const IDENTIFIER = /(?:#|no\.?|nr\.?|num\.?|number|id)$/;

/** Without punctuation: `Min. amount` is `Min amount`. */
const bare = (name: string) => alike(name).replace(/[^\p{L}\p{N}]+/gu, '');

const wordsOf = (name: string) =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const begins = (whole: readonly string[], start: readonly string[]) =>
  start.length > 0 && start.length < whole.length && start.every((word, at) => word === whole[at]);

const ends = (whole: readonly string[], end: readonly string[]) =>
  end.length > 0 && end.length < whole.length && end.every((word, at) => word === whole.at(at - end.length));

/** `Customer` is `Customer name`; `Refund amount` and `Amount (EUR)` are `Amount`. */
function meansInput(column: string, name: string): boolean {
  const [given, wanted] = [wordsOf(column), wordsOf(name)];
  return begins(wanted, given) || begins(given, wanted) || ends(given, wanted);
}

/** The same without what programs put before their inputs, and with one word for identifiers. */
const alike = (name: string) => plain(name.replace(/^p_/i, '')).replace(IDENTIFIER, 'id');

/**
 * The column of a file for each input, by the input's key or name, or one that means the same. Letter case, spaces, and
 * dashes don't matter. Each column is used once; inputs without one are left out.
 */
export function matchColumns(
  inputs: readonly Pick<Input, 'key' | 'displayName'>[],
  columns: readonly string[],
): Map<string, number> {
  const left: (string | null)[] = [...columns];
  const matched = new Map<string, number>();
  const take = (key: string, name: string | null, writing = plain) => {
    if (name === null || matched.has(key)) return;
    const wanted = writing(name);
    const at = left.findIndex((column) => column !== null && writing(column) === wanted);
    if (at < 0) return;
    matched.set(key, at);
    left[at] = null;
  };
  for (const { key } of inputs) take(key, key);
  for (const { key, displayName } of inputs) take(key, displayName);
  for (const { key } of inputs) take(key, key, alike);
  for (const { key, displayName } of inputs) take(key, displayName, alike);
  for (const { key, displayName } of inputs) take(key, displayName ?? key, bare);
  // Of a table with other names, this would take the first values for a header.
  if (matched.size > 0) matchParts(inputs, left, matched);
  return matched;
}

/** Matches names that are a part of one another, where no other input and no other column is as close. */
function matchParts(
  inputs: readonly Pick<Input, 'key' | 'displayName'>[],
  columns: readonly (string | null)[],
  matched: Map<string, number>,
): void {
  const open = inputs.filter(({ key }) => !matched.has(key));
  const inputsOf = (column: string) =>
    open.filter(({ key, displayName }) => meansInput(column, displayName ?? key));
  const found = columns.flatMap((column, place) => {
    const [input, ...others] = column === null ? [] : inputsOf(column);
    return input === undefined || others.length > 0 ? [] : [{ key: input.key, place }];
  });
  for (const { key, place } of found)
    if (found.filter((each) => each.key === key).length === 1) matched.set(key, place);
}

/** The name that several columns have of which an input would take one; null if none does. */
export function ambiguousName(
  inputs: readonly Pick<Input, 'key' | 'displayName'>[],
  columns: readonly string[],
): string | null {
  const names = columns.map(plain);
  const wanted = new Set(inputs.flatMap(({ key, displayName }) => [key, displayName ?? ''].map(plain)));
  const at = names.findIndex((name, index) => name !== '' && wanted.has(name) && names.indexOf(name) < index);
  return at < 0 ? null : (columns[at] ?? null);
}

/** The same table with another text in one of its cells, from 0. */
export function withCell(table: FileTable, row: number, column: number, text: string): FileTable {
  const cells = [...(table.rows[row] ?? [])];
  cells[column] = text;
  const edited = new Map(table.edited);
  edited.set(row, new Set([...(edited.get(row) ?? []), column]));
  return { ...table, rows: table.rows.with(row, cells), edited };
}

export const cellsOf = ({ rows }: FileTable, column: number): string[] =>
  rows.map((row) => row[column] ?? '');
