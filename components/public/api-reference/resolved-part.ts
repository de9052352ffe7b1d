import { isJsonObject, type JsonValue } from '@/lib/base/json';

/**
 * A part of a description of an API, with what its references name in their place. A schema within itself stays a
 * reference. The viewer's own resolver reads the whole description again for each part, which blocks the page for
 * seconds.
 *
 * @param path the keys that lead to the part: `['paths', '/users/me', 'get']`
 */
export function resolvedPart(description: JsonValue, path: readonly string[]): JsonValue | undefined {
  return resolved(partAt(description, path), []);

  function resolved(value: JsonValue | undefined, around: readonly string[]): JsonValue | undefined {
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((each) => resolved(each, around) ?? null);
    const { $ref: reference, ...own } = value;
    if (typeof reference !== 'string') return withEach(value, around);
    if (around.includes(reference)) return value;
    const named = resolved(partAt(description, keysOf(reference)), [...around, reference]);
    return isJsonObject(named) ? { ...named, ...withEach(own, around) } : named;
  }

  function withEach(object: JsonObject, around: readonly string[]): JsonObject {
    const entries = Object.entries(object).map(([key, each]) => [key, resolved(each, around) ?? null]);
    return Object.fromEntries(entries);
  }
}

type JsonObject = { [key: string]: JsonValue };

/** `#/components/schemas/Run` as its keys. */
const keysOf = (reference: string): string[] =>
  reference
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

function partAt(description: JsonValue, path: readonly string[]): JsonValue | undefined {
  let part: JsonValue | undefined = description;
  for (const key of path) part = isJsonObject(part) && Object.hasOwn(part, key) ? part[key] : undefined;
  return part;
}
