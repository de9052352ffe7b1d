import type { JsonValue } from '@/lib/base/json';
import type { ItemsForm } from '../syntax/ast';
import type { Draft } from './draft';
import type {
  CallArguments,
  DictValue,
  ItemsValue,
  NativeCall,
  PlainValue,
  Test,
  Thing,
  UnknownValue,
  Value,
} from './value';

export const plain = (value: string | number | boolean | null, isFloat = false): PlainValue => ({
  kind: 'plain',
  value,
  isFloat,
});
export const none: PlainValue = plain(null);
export const unknown: UnknownValue = { kind: 'unknown', code: null };
export const unknownCode = (code: string | null): UnknownValue => ({ kind: 'unknown', code });
export const itemsOf = (items: Value[], form: ItemsForm = 'list'): ItemsValue => ({
  kind: 'items',
  form,
  items,
});
export const native = (call: NativeCall): Value => ({ kind: 'native', call });
export const library = (name: string): Value => ({ kind: 'library', name });
export const thingOf = (thing: Thing): Value => ({ kind: 'thing', thing });
export const subjectOf = (draft: Draft, part: 'whole' | 'parts' | 'element' = 'whole'): Value => ({
  kind: 'subject',
  draft,
  part,
});

export const keyOf = (key: Value): string | null =>
  key.kind === 'plain' ? JSON.stringify(key.value) : key.kind === 'member' ? `member ${key.name}` : null;

export function dictOf(entries: Iterable<readonly [Value, Value]>): DictValue {
  const dict: DictValue = { kind: 'dict', entries: new Map() };
  for (const [key, value] of entries) {
    const text = keyOf(key);
    if (text !== null) dict.entries.set(text, { key, value });
  }
  return dict;
}

export const textOf = (value: Value | undefined): string | null =>
  value?.kind === 'plain' && typeof value.value === 'string' ? value.value : null;

export const numberOf = (value: Value | undefined): number | null =>
  value?.kind === 'plain' && typeof value.value === 'number' ? value.value : null;

export const isTrue = (value: Value | undefined): boolean => value?.kind === 'plain' && value.value === true;

export const isNone = (value: Value | undefined): boolean => value?.kind === 'plain' && value.value === null;

/** An argument by its name, or by its place. */
export const argument = (args: CallArguments, name: string, place?: number): Value | undefined =>
  args.keywords.get(name) ?? (place === undefined ? undefined : args.positional[place]);

/** Values may contain one another many times over, so only so much of them is written out. */
const mostParts = 5000;

/** A value as JSON; undefined if it isn't a literal, or a very large one. Members of an Enum are their values. */
export function jsonOf(value: Value): JsonValue | undefined {
  let left = mostParts;
  const read = (part: Value, depth: number): JsonValue | undefined => {
    left -= 1;
    if (depth > 20 || left < 0) return undefined;
    switch (part.kind) {
      case 'plain':
        return part.value;
      case 'member':
      case 'typed':
        return read(part.value, depth + 1);
      case 'test':
        return part.test.truth ?? undefined;
      case 'items': {
        const items: JsonValue[] = [];
        for (const item of part.items) {
          const json = read(item, depth + 1);
          if (json === undefined) return undefined;
          items.push(json);
        }
        return items;
      }
      case 'dict': {
        const entries: [string, JsonValue][] = [];
        for (const { key, value: inner } of part.entries.values()) {
          const json = read(inner, depth + 1);
          if (json === undefined) return undefined;
          entries.push([String(read(key, depth + 1)), json]);
        }
        return Object.fromEntries(entries);
      }
      case 'instance': {
        // The objects of data classes are what their fields are.
        const fields = [...part.fields].map(([name, field]): [string, JsonValue | undefined] => [
          name,
          read(field, depth + 1),
        ]);
        if (fields.length === 0 || fields.some(([, json]) => json === undefined)) return undefined;
        return Object.fromEntries(
          fields.flatMap(([name, json]) => (json === undefined ? [] : [[name, json]])),
        );
      }
      default:
        return undefined;
    }
  };
  return read(value, 0);
}

/** A test that tells nothing, or only whether it holds. */
export const plainTest = (truth: boolean | null): Test => ({
  truth,
  missing: { whenTrue: [], whenFalse: [] },
  terms: { whenTrue: null, whenFalse: null },
  choices: null,
  of: null,
});

export const opposite = ({ truth, missing, terms, choices, of }: Test): Test => ({
  of,
  truth: truth === null ? null : !truth,
  missing: { whenTrue: missing.whenFalse, whenFalse: missing.whenTrue },
  terms: { whenTrue: terms.whenFalse, whenFalse: terms.whenTrue },
  choices: choices === null ? null : { ...choices, isWhen: !choices.isWhen },
});
