import { exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { writeBulkRows } from '@/lib/bulk/bulk-rows';
import type {
  ErrorDecoration,
  ObjectDecoration,
  RowDecoration,
} from '@/lib/contract/command/decoration-shapes';
import type { InputValues } from '@/lib/inputs/input';
import { readField, readFields } from '@/lib/outputs/field-paths';
import type { FollowUpKind } from '@/lib/outputs/follow-up-in';
import { MASKED_VALUE } from '@/lib/outputs/masks';

// What a decoration fills in: values that the page already shows, by the keys of the inputs that they go to.

/** Browsers, proxies, and mail programs truncate longer ones. */
const LONGEST_VALUES = 4_000;

/** A value as a field takes it: numbers as text, so that every field shows their digits; undefined for none and masked. */
function filled(value: JsonValue | undefined): JsonValue | undefined {
  if (value === null || value === MASKED_VALUE) return undefined;
  return typeof value === 'number' ? String(value) : value;
}

const present = (entries: readonly (readonly [string, JsonValue | undefined])[]): InputValues =>
  Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));

/** Returns the values for a row of a table with these columns. Of columns with the same name, the first counts. */
export function rowValues(
  { maps }: Pick<RowDecoration, 'maps'>,
  columns: readonly string[],
): (row: readonly JsonValue[]) => InputValues {
  const places = maps
    .filter(({ isFilled, path }) => isFilled && columns.includes(path))
    .map(({ inputKey, path }) => [inputKey, columns.indexOf(path)] as const);
  return (row) => present(places.map(([key, place]) => [key, filled(row[place])]));
}

/** The same for a button of a list's objects, if the list is stored as a table. */
export function objectRowValues(
  decoration: Pick<ObjectDecoration, 'maps'>,
  columns: readonly string[],
): (row: readonly JsonValue[]) => InputValues {
  return (row) => {
    const members = columns.map((name, at) => [name, row[at] ?? null] as const);
    const object = Object.fromEntries(members.filter(([, value]) => value !== null));
    return objectValues(decoration, [object], object);
  };
}

/**
 * The same where no person looks at the form before it is sent: a null is sent as null. What the command masks is empty,
 * since masked values leave nowhere, and no default stands for them.
 *
 * @param isMasking whether the command masks anything
 */
export function exactRowValues(
  { maps }: Pick<RowDecoration, 'maps'>,
  columns: readonly string[],
  isMasking: boolean,
): (row: readonly JsonValue[]) => InputValues {
  const places = maps
    .filter(({ isFilled, path }) => isFilled && columns.includes(path))
    .map(({ inputKey, path }) => [inputKey, columns.indexOf(path)] as const);
  const isHidden = (value: JsonValue) => isMasking && JSON.stringify(value).includes(MASKED_VALUE);
  return (row) =>
    present(
      places.map(([key, place]) => {
        const value = row[place] ?? null;
        return [key, value === null ? null : isHidden(value) ? '' : filled(value)];
      }),
    );
}

/** Where a decoration's objects stand: the items of the innermost list that its fields go through, or the document. */
export function objectBase({ maps }: Pick<ObjectDecoration, 'maps'>): string {
  const bases = maps
    .map(({ path }) => path.slice(0, path.lastIndexOf('[]') + 2))
    .filter((base) => base.length > 1);
  return bases.reduce((inner, base) => (base.length > inner.length ? base : inner), '');
}

/** Returns the values for an object at the decoration's base. Fields outside of it are read from the document. */
export function objectValues(
  decoration: Pick<ObjectDecoration, 'maps'>,
  document: JsonValue,
  object: JsonValue,
): InputValues {
  const base = objectBase(decoration);
  return present(
    decoration.maps
      .filter(({ isFilled }) => isFilled)
      .map(({ inputKey, path }) => {
        const isWithin = path.startsWith(base);
        const value = isWithin
          ? readField(object, path.slice(base.length).replace(/^\./, ''))
          : readField(document, path);
        return [inputKey, filled(value)];
      }),
  );
}

/** The objects of a document that have buttons, with these. Scalars have none: two equal ones can't be told apart. */
export function decoratedObjects<D extends ObjectDecoration>(
  document: JsonValue,
  decorations: readonly D[],
): ReadonlyMap<JsonValue, readonly D[]> {
  const byBase = new Map<string, D[]>();
  for (const each of decorations) {
    const base = objectBase(each);
    byBase.set(base, [...(byBase.get(base) ?? []), each]);
  }
  const found = new Map<JsonValue, D[]>();
  for (const [base, own] of byBase) {
    for (const object of readFields(document, base)) {
      if (object === null || typeof object !== 'object') continue;
      found.set(object, [...(found.get(object) ?? []), ...own]);
    }
  }
  return found;
}

/** Returns the values for an error jump: those that the failed run had, for inputs of the same name in any case. */
export function jumpValues(
  { inputKeys }: Pick<ErrorDecoration, 'inputKeys'>,
  params: InputValues,
): InputValues {
  const values = new Map(Object.entries(params).map(([key, value]) => [key.toLowerCase(), value]));
  return present(inputKeys.map((key) => [key, filled(values.get(key.toLowerCase()))]));
}

/**
 * The address of a command with its form filled in. Nothing runs by opening it. Values that would make it too long are
 * left out, the last ones first.
 *
 * @param builder the address of its builder
 */
export function followUpAddress(
  builder: string,
  values: InputValues,
  parent: { runId: number; kind: FollowUpKind },
): string {
  const fitting = fittingValues(values);
  const params = Object.keys(fitting).length === 0 ? '' : `&params=${encodeURIComponent(exactJson(fitting))}`;
  return `${builder}${params}&parentRunId=${parent.runId}&trigger=${parent.kind}`;
}

/**
 * The address of a command's bulk panel with rows of a result, which the panel reads. Null if it would be too long.
 *
 * @param builder the address of its builder
 */
export function bulkFollowUpAddress(
  builder: string,
  picked: { commandId: number; runId: number; decorationId: number; places: readonly number[] },
): string | null {
  const rows = encodeURIComponent(`bulk:${writeBulkRows({ kind: 'picked', ...picked })}`);
  return rows.length > LONGEST_VALUES ? null : `${builder}&panel=${rows}`;
}

function fittingValues(values: InputValues): InputValues {
  let room = LONGEST_VALUES;
  const entries = Object.entries(values).filter(([key, value]) => {
    const length = encodeURIComponent(JSON.stringify({ [key]: value })).length;
    if (length > room) return false;
    room -= length;
    return true;
  });
  return Object.fromEntries(entries);
}
