import type { JsonValue } from '@/lib/json';

/** An object of a document that nobody has checked yet. */
export type Node = { [key: string]: unknown };

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object under a key; empty where there is none. What is inherited is none: `__proto__` is a name like any other. */
export function nodeAt(node: Node, key: string): Node {
  const value = valueAt(node, key);
  return isNode(value) ? value : {};
}

export function valueAt(node: Node, key: string): unknown {
  return Object.hasOwn(node, key) ? node[key] : undefined;
}

export function textAt(node: Node, key: string): string | null {
  const value = valueAt(node, key);
  return typeof value === 'string' ? value : null;
}

export function listAt(node: Node, key: string): unknown[] {
  const value = valueAt(node, key);
  return Array.isArray(value) ? value : [];
}

export function numberAt(node: Node, key: string): number | null {
  const value = valueAt(node, key);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A text for people: without NUL, which no database stores, and no longer than is read. */
export function proseAt(node: Node, key: string, longest = 4_000): string | null {
  const text = textAt(node, key)?.replaceAll('\0', '').trim() ?? '';
  if (text === '') return null;
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const mostValues = 2_000;

/** A copy as JSON; null where it is none, or larger than a default can sensibly be. */
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

/** NUL and halves of character pairs, which no database takes. */
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
 * What was read as it can be stored. `JSON.stringify` writes what cannot be as escapes, and every other escape is
 * passed over whole. Most of what is read needs nothing of it, so it is only looked at first.
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

/** A value of a known shape as JSON sees it: what is not set is absent. */
export function plainJson(value: object): JsonValue {
  return JSON.parse(JSON.stringify(value));
}
