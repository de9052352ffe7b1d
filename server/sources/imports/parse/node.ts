import type { JsonValue } from '@/lib/base/json';
import { textOfScalar } from './written';

/** An unchecked object of a document. */
export type Node = { [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key; empty if there is none. Inherited properties don't count: `__proto__` is a name like any other. */
export function nodeAt(node: Node, key: string): Node {
  const value = valueAt(node, key);
  return isNode(value) ? value : {};
}

export function valueAt(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

/** A text. YAML makes a number of `name: 1.10`, and what is read here is a text in every document. */
export function textAt(node: Node, key: string): string | null {
  const value = valueAt(node, key);
  return value === null ? null : textOfScalar(node, key, value);
}

export function listAt(node: Node, key: string): unknown[] {
  const value = valueAt(node, key);
  return Array.isArray(value) ? value : [];
}

export function numberAt(node: Node, key: string): number | null {
  const value = valueAt(node, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text for people: without NUL, which no database stores, and cut to the limit. */
export function proseAt(node: Node, key: string, longest = 4_000): string | null {
  const text = textAt(node, key)?.replaceAll('\0', '').trim() ?? '';
  if (text === '') return null;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const mostValues = 2_000;

/** A copy as JSON; null if it isn't JSON, or is larger than a reasonable default. */
export function jsonOf(value: unknown): JsonValue {
  let left = mostValues;
  const copy = (inner: unknown): JsonValue => {
    left -= 1;
    if (left < 0) throw new RangeError('too large');
    if (typeof inner === 'string') return inner.replaceAll('\0', '');
    if (typeof inner === 'boolean') return inner;
    if (typeof inner === 'number') return Number.isFinite(inner) ? inner : null;
    if (Array.isArray(inner)) return inner.map(copy);
    if (!isNode(inner)) return null;
    return Object.fromEntries(Object.entries(inner).map(([key, member]) => [key, copy(member)]));
  };
  try {
    return copy(value);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** NUL and unpaired surrogates, which no database accepts. */
const unstorable = /[\0\p{Surrogate}]/u;

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !unstorable.test(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (!isNode(value)) return true;
  for (const key of Object.keys(value)) {
    if (unstorable.test(key) || !isStorable(value[key])) return false;
  }
  return true;
}

/**
 * Makes a value storable. `JSON.stringify` writes unstorable characters as escapes, and every other escape is skipped as
 * a whole. Most values need no change, so they are only checked first.
 */
export function storable<T>(value: T): T {
  if (isStorable(value)) return value;
  const json = JSON.stringify(value);
  return JSON.parse(
    json.replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (whole, code: string) =>
      code.length > 1 ? '' : whole,
    ),
  );
}

/** A value of a known shape as JSON: properties that aren't set are absent. */
export function plainJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
