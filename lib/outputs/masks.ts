import type { JsonValue } from '@/lib/base/json';
import { MASKED } from '@/lib/base/secret-mark';
import { parseJsonPath } from './json-path';

/** A column or field whose values are masked. A type, so that it is also JSON. */
export type Mask = {
  kind: 'column' | 'field';
  /** A column's name, or a field's path, such as `customer.email` or `items[].iban`. */
  path: string;
};

/** Whether the value under these object keys is masked. Positions in arrays are not part of the keys. */
export type IsMasked = (keys: readonly string[]) => boolean;

/** The text that stands for a masked value wherever a result leaves the server. */
export const MASKED_VALUE = MASKED;

/** The keys of a mask, folded for comparison; a path that can't be read counts as one key. */
export function keysOfMask({ kind, path }: Mask): string[] {
  if (kind === 'column') return [fold(path)];
  const steps = parseJsonPath(path);
  const keys = (steps ?? [path]).filter((step) => typeof step === 'string');
  return (keys.length === 0 ? [path] : keys).map(fold);
}

/** Whether two masks cover the same, however they are written: the column `email` and the field `[].email` do. */
export const isSameMask = (a: Mask, b: Mask): boolean =>
  JSON.stringify(keysOfMask(a)) === JSON.stringify(keysOfMask(b));

const fold = (key: string): string => key.toLowerCase();

/**
 * Masks match by the end of a path and ignore case: `email` masks every `email`, `customer.email` the one of every
 * `customer`. So a source that wraps its response, or an output object path that changes, doesn't uncover values.
 *
 * @param under the keys that the document was under before a part of it was kept
 * @returns null without masks
 */
export function maskMatcher(masks: readonly Mask[], under: readonly string[] = []): IsMasked | null {
  if (masks.length === 0) return null;
  const byLast = new Map<string, string[][]>();
  for (const keys of masks.map(keysOfMask)) {
    const last = keys.at(-1) ?? '';
    byLast.set(last, [...(byLast.get(last) ?? []), keys]);
  }
  return (keys) => {
    const last = keys.at(-1) ?? under.at(-1);
    const ending = last === undefined ? undefined : byLast.get(fold(last));
    if (ending === undefined) return false;
    const all = under.length === 0 ? keys : [...under, ...keys];
    return ending.some((mask) => endsWith(all, mask));
  };
}

function endsWith(keys: readonly string[], mask: readonly string[]): boolean {
  const start = keys.length - mask.length;
  return start >= 0 && mask.every((key, at) => fold(keys[start + at] ?? '') === key);
}

/** A value with everything masked within it replaced, containers as a whole. */
export function maskValue(value: JsonValue, keys: readonly string[], isMasked: IsMasked): JsonValue {
  if (isMasked(keys)) return MASKED_VALUE;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, keys, isMasked));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, maskValue(inner, [...keys, key], isMasked)]),
  );
}

/** A row of a table with these column names. */
export function maskRow(
  cells: readonly JsonValue[],
  names: readonly string[],
  isMasked: IsMasked,
): JsonValue[] {
  return cells.map((cell, index) => maskValue(cell, [names[index] ?? ''], isMasked));
}
