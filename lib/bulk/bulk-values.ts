import { parseExactJson } from '@/lib/base/exact-json';
import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { dividersOf, itemsIn } from '@/lib/inputs/lists/list-items';
import { closedOption } from './closed-option';

/** The message for lists of different lengths. */
export const UNEQUAL_COUNTS = 'All fields must have 1 value, 0 values, or the same number of multiple values';

/** What was given for one input: lines that were typed, or the cells of a file's column. */
export type BulkColumn = { kind: 'typed'; text: string } | { kind: 'file'; cells: readonly string[] };

/** The rows of a bulk run as texts by input key, or why the columns can't be paired. */
export type PairedRows =
  | { ok: true; rows: Record<string, string>[] }
  | { ok: false; message: string; keys: string[] };

/** The values that were typed, a line each. Empty lines are ignored. */
export const typedValues = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');

/**
 * The lines of an input after one row's value was changed: a single value, which all rows share, becomes a line for each.
 *
 * @param count of rows
 * @param row from 0
 */
export function withLine(text: string, count: number, row: number, to: string): string {
  const lines = typedValues(text);
  const all = lines.length === count ? lines : Array.from({ length: count }, () => lines[0] ?? 'null');
  return all.with(row, to.trim() === '' ? 'null' : to).join('\n');
}

/** As databases and their tools copy a missing value. Unlike an empty line, it keeps its place. */
const isMissing = (value: string): boolean => ['', 'null', 'NULL'].includes(value.trim());

/**
 * Pairs the values of all inputs by order. An input has one value, which is repeated in every row, none, or as many as the
 * others. In a file, a row's cells belong together, so an empty cell keeps its place and the input has no value there;
 * nor has it where a line or a cell is `null`.
 */
export function pairRows(columns: ReadonlyMap<string, BulkColumn>): PairedRows {
  const values = [...columns].map(([key, column]) => ({
    key,
    isPlaced: column.kind === 'file',
    values: column.kind === 'file' ? column.cells : typedValues(column.text),
  }));
  const count = Math.max(0, ...values.map((each) => each.values.length));
  const unequal = values.filter((each) => !each.isPlaced && ![0, 1, count].includes(each.values.length));
  const placed = values.filter((each) => each.isPlaced && each.values.length !== count);
  if (unequal.length + placed.length > 0) {
    return { ok: false, message: UNEQUAL_COUNTS, keys: [...unequal, ...placed].map(({ key }) => key) };
  }
  const rows = Array.from({ length: count }, (_, row) =>
    Object.fromEntries(
      values.flatMap((each): [string, string][] => {
        const value = each.isPlaced || each.values.length !== 1 ? each.values[row] : each.values[0];
        return value === undefined || isMissing(value) ? [] : [[each.key, value]];
      }),
    ),
  );
  return { ok: true, rows };
}

/**
 * The value that a text stands for: lists and objects may be written as JSON, a list with separators, and the options of a
 * closed list by the names that a form shows.
 */
export function valueOfText({ key, type }: Pick<Input, 'key' | 'type'>, text: string): JsonValue {
  const trimmed = text.trim();
  const isJson = type.jsonType === 'object' || /^[[{]/.test(trimmed);
  if ((type.jsonType === 'array' || type.jsonType === 'object') && isJson) {
    try {
      return parseExactJson(trimmed);
    } catch {
      return text;
    }
  }
  if (type.jsonType === 'boolean') return truthOf(trimmed);
  return type.jsonType === 'array'
    ? itemsIn(text, dividersOf({ key, type })).map((item) => heldText(closedOption(type, item)))
    : heldText(closedOption(type, text));
}

/** The words of the form, and those of sheets and databases. */
const TRUTHS: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  t: true,
  1: true,
  no: false,
  n: false,
  f: false,
  0: false,
};

/** Any other text stays as it is, and is checked as the form checks it. */
function truthOf(text: string): JsonValue {
  const word = text.toLowerCase();
  return Object.hasOwn(TRUTHS, word) ? (TRUTHS[word] ?? text) : text;
}

/**
 * A row's values as a run sends them. An input without a text was emptied, since rows begin with what the form has filled
 * in.
 */
export function valuesOfRow(inputs: readonly Input[], row: Readonly<Record<string, string>>): InputValues {
  return Object.fromEntries(
    inputs.flatMap((input): [string, JsonValue][] => {
      const text = row[input.key];
      if (text !== undefined) return [[input.key, valueOfText(input, text)]];
      return hasPrefilledDefault(input) ? [[input.key, '']] : [];
    }),
  );
}

/** How an input differs from the row above; null texts are missing values. */
export interface Difference {
  key: string;
  before: string | null;
  after: string | null;
}

export function differences(
  keys: readonly string[],
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Difference[] {
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ key, before: before[key] ?? null, after: after[key] ?? null }));
}

/** Whether a row has a value of the row above it: where all of them differ in everything, saying so tells nothing. */
export function haveCommonValues(
  inputs: readonly Pick<Input, 'key'>[],
  rows: readonly Readonly<Record<string, string>>[],
): boolean {
  return rows.some((row, at) => {
    const before = rows[at - 1];
    return (
      before !== undefined && inputs.some(({ key }) => row[key] !== undefined && row[key] === before[key])
    );
  });
}
