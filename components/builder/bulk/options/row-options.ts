import { heldText } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';
import { valueOfText, valuesOfRow } from '@/lib/bulk/bulk-values';
import { isSecret } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { type InputNames, nameOf } from '@/lib/inputs/input-names';
import type { ValueIssue } from '@/lib/values/check-values';
import { type FoundOption, meantOption } from './meant-option';

/** The options that texts name, in the rows of a bulk run. */
export interface RowOptions {
  /** What replaces texts, by row. */
  values: ReadonlyMap<number, InputValues>;
  /** The texts that can't be replaced, by row. */
  issues: ReadonlyMap<number, readonly ValueIssue[]>;
}

/** An input whose options are those of a command, and the inputs of the form that decide which these are. */
export interface NamingInput {
  input: Input;
  dependsOn: readonly string[];
  /** Whether a row's text may name an option; all do if it is left out. */
  isNamedIn?: (row: number) => boolean;
}

/** What texts mean to an input, with these values of its form; a text says why that can't be told. */
export type FindOptions = (
  input: Input,
  values: InputValues,
  texts: readonly string[],
) => Promise<ReadonlyMap<string, FoundOption> | { needs: readonly string[] } | { problem: string }>;

/** As many as the server checks rows against. */
const MOST_DIFFERENT_OPTIONS = 100;
const TOO_MANY_DIFFERENT = `Its options depend on other values, and these rows need more than ${MOST_DIFFERENT_OPTIONS} different sets. Run them in several parts`;

/** Reads which options the rows name. The options of one input may depend on what another one's text names. */
export async function readRowOptions(
  inputs: readonly Input[],
  naming: readonly NamingInput[],
  rows: readonly Readonly<Record<string, string>>[],
  names: InputNames,
  find: FindOptions,
): Promise<RowOptions> {
  const values = new Map<number, InputValues>();
  const issues = new Map<number, ValueIssue[]>();
  const replace = (row: number, key: string, value: JsonValue) =>
    values.set(row, { ...values.get(row), [key]: value });
  const refuse = (row: number, key: string, message: string) =>
    issues.set(row, [...(issues.get(row) ?? []), { key, message }]);

  for (const { input, dependsOn, isNamedIn = () => true } of inOrder(naming)) {
    const decisive = inputs.filter((each) => dependsOn.includes(each.key) && !isSecret(each));
    const groups = groupRows(rows, input.key, isNamedIn, (row) => ({
      ...valuesOfRow(decisive, rows[row] ?? {}),
      ...valuesAmong(decisive, values.get(row) ?? {}),
    }));
    for (const [index, { form, members }] of groups.entries()) {
      if (index >= MOST_DIFFERENT_OPTIONS) {
        for (const { row } of members) refuse(row, input.key, TOO_MANY_DIFFERENT);
        continue;
      }
      const texts = [...new Set(members.flatMap(({ text }) => textsIn(input, text)))];
      const found = await find(input, form, texts);
      for (const { row, text } of members) {
        const meant = meaningOf(input, text, found, names);
        if (meant === null) continue;
        if ('problem' in meant) refuse(row, input.key, meant.problem);
        else replace(row, input.key, meant.value);
      }
    }
  }
  return { values, issues };
}

interface Group {
  form: InputValues;
  members: { row: number; text: string }[];
}

/** The rows that have a text for the input, by the values that decide its options. */
function groupRows(
  rows: readonly Readonly<Record<string, string>>[],
  key: string,
  isNamedIn: (row: number) => boolean,
  formOf: (row: number) => InputValues,
): Group[] {
  const groups = new Map<string, Group>();
  for (const [row, texts] of rows.entries()) {
    const text = texts[key];
    if (text === undefined || !isNamedIn(row)) continue;
    const form = formOf(row);
    const place = JSON.stringify(form);
    const group = groups.get(place) ?? { form, members: [] };
    group.members.push({ row, text });
    groups.set(place, group);
  }
  return [...groups.values()];
}

function meaningOf(
  input: Input,
  text: string,
  found: Awaited<ReturnType<FindOptions>>,
  names: InputNames,
): { value: JsonValue } | { problem: string } | null {
  if ('problem' in found) return found;
  if ('needs' in found) {
    const needed = found.needs.map((key) => nameOf(names, key)).join(', ');
    return { problem: `Fill in ${needed} first: its options depend on it` };
  }
  const items = textsIn(input, text);
  const values: JsonValue[] = [];
  for (const item of items) {
    const option = found.get(item);
    if (option === undefined) return { problem: `“${shortened(item)}” is not an option of its dropdown` };
    const meant = meantOption(item, option);
    if (meant !== null && 'problem' in meant) return meant;
    values.push(meant?.value ?? heldText(item));
  }
  const value = input.type.jsonType === 'array' ? values : (values[0] ?? text);
  return isSame(value, valueOfText(input, text)) ? null : { value };
}

const isSame = (a: JsonValue, b: JsonValue): boolean => JSON.stringify(a) === JSON.stringify(b);

const LONGEST_SHOWN = 60;
const shortened = (text: string): string =>
  text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;

/** The items of a list, or the text itself. */
function textsIn(input: Input, text: string): string[] {
  if (input.type.jsonType !== 'array') return [text.trim()];
  const value = valueOfText(input, text);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

const valuesAmong = (inputs: readonly Input[], values: InputValues): InputValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => inputs.some((input) => input.key === key)));

/** Those first on which others depend. */
function inOrder(naming: readonly NamingInput[]): NamingInput[] {
  const left = [...naming];
  const ordered: NamingInput[] = [];
  while (left.length > 0) {
    const free = left.findIndex(
      (each) => !left.some((other) => other !== each && each.dependsOn.includes(other.input.key)),
    );
    ordered.push(...left.splice(Math.max(free, 0), 1));
  }
  return ordered;
}
