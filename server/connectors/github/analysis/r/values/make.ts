import type { JsonValue } from '@/lib/base/json';
import type { Draft } from './draft';
import type { Item, ItemsValue, Native, PlainValue, Test, Thing, UnknownValue, Value } from './value';

export const plain = (value: string | number | boolean, typeId: string | null = null): PlainValue => ({
  kind: 'plain',
  value,
  typeId,
});
export const nothing: Value = { kind: 'null' };
export const unknown: UnknownValue = { kind: 'unknown', code: null, typeId: null, outline: null };
/** What stands in the outline of a text for what isn't known of it. */
export const HOLE = '\uFFFC';
export const unknownCode = (
  code: string | null,
  typeId: string | null = null,
  outline: string | null = null,
): UnknownValue => ({ kind: 'unknown', code, typeId, outline });
export const ended = (how: Extract<Value, { kind: 'ended' }>['how']): Value => ({ kind: 'ended', how });
export const thingOf = (thing: Thing): Value => ({ kind: 'thing', thing });
export const testValue = (test: Test): Value =>
  test.truth === null ? { kind: 'test', test } : plain(test.truth);
export const subjectOf = (draft: Draft, part: 'whole' | 'parts' | 'element' = 'whole'): Value => ({
  kind: 'subject',
  draft,
  part,
});

export const native = (formals: string, call: Native['call']): Native => ({
  formals: formals.split(' ').filter((each) => each !== ''),
  call,
});
export const nativeValue = (formals: string, call: Native['call']): Value => ({
  kind: 'native',
  native: native(formals, call),
});

export const itemsOf = (items: Item[], isList = false, isOpen = false): ItemsValue => ({
  kind: 'items',
  isList,
  items,
  isOpen,
  rows: null,
});

/** A vector of values without names. One with a single element is that element, as in R. */
export function vectorOf(values: readonly Value[]): Value {
  const [first] = values;
  return values.length === 1 && first !== undefined
    ? first
    : itemsOf(values.map((value) => ({ name: null, value })));
}

export const textsOf = (texts: readonly string[]): Value => vectorOf(texts.map((text) => plain(text)));

export const textOf = (value: Value | undefined): string | null =>
  value?.kind === 'plain' && typeof value.value === 'string' ? value.value : null;

export const numberOf = (value: Value | undefined): number | null =>
  value?.kind === 'plain' && typeof value.value === 'number' ? value.value : null;

export const isTrue = (value: Value | undefined): boolean => value?.kind === 'plain' && value.value === true;
export const isFalse = (value: Value | undefined): boolean =>
  value?.kind === 'plain' && value.value === false;
export const isNull = (value: Value | undefined): boolean => value?.kind === 'null';

/** The texts of a vector; null if one of them isn't known. */
export function knownTexts(value: Value | undefined): string[] | null {
  const json = value === undefined ? undefined : jsonOf(value);
  if (typeof json === 'string') return [json];
  if (!Array.isArray(json)) return null;
  const texts = json.filter((each) => typeof each === 'string' || typeof each === 'number');
  return texts.length === json.length ? texts.map(String) : null;
}

/** The texts and numbers of a vector; null if one of them isn't known. */
export function knownValues(value: Value | undefined): (string | number)[] | null {
  const json = value === undefined ? undefined : jsonOf(value);
  const all = Array.isArray(json) ? json : [json];
  const known = all.filter((each) => typeof each === 'string' || typeof each === 'number');
  return known.length === all.length && known.length > 0 ? known : null;
}

/** Values may contain one another many times over, so only so much of them is written out. */
const mostParts = 2000;

/** A value as JSON; undefined if it isn't a literal, or a very large one. */
export function jsonOf(value: Value): JsonValue | undefined {
  let left = mostParts;
  const read = (part: Value, depth: number): JsonValue | undefined => {
    left -= 1;
    if (depth > 12 || left < 0) return undefined;
    switch (part.kind) {
      case 'plain':
        return typeof part.value === 'number' && !Number.isFinite(part.value) ? undefined : part.value;
      case 'null':
      case 'na':
        return null;
      case 'test':
        return part.test.truth ?? undefined;
      case 'items': {
        if (part.isOpen) return undefined;
        const inner = part.items.map((item): [string | null, JsonValue | undefined] => [
          item.name,
          read(item.value, depth + 1),
        ]);
        if (inner.some(([, json]) => json === undefined)) return undefined;
        const entries = inner.map(([name, json]): [string | null, JsonValue] => [name, json ?? null]);
        return entries.length > 0 && entries.every(([name]) => name !== null)
          ? Object.fromEntries(entries)
          : entries.map(([, json]) => json);
      }
      default:
        return undefined;
    }
  };
  return read(value, 0);
}

/** R's type of a literal; null if it tells none. A whole number may be meant as one. */
export function typeOf(value: Value): string | null {
  switch (value.kind) {
    case 'plain':
      if (value.typeId !== null) return value.typeId;
      if (typeof value.value === 'boolean') return 'logical';
      return typeof value.value === 'number' ? 'numeric' : 'character';
    case 'na':
    case 'unknown':
      return value.typeId;
    case 'test':
      return 'logical';
    case 'items':
      return value.items[0] === undefined ? null : typeOf(value.items[0].value);
    default:
      return null;
  }
}
