import type { JsonValue } from '@/lib/base/json';

/**
 * A value as JSON text that doesn't depend on the order of keys: equal values have the same text, and different values
 * have different ones. An object becomes its sorted entries in an object of their own, so that no list reads the same.
 */
export const canonicalJson = (value: JsonValue): string => JSON.stringify(canonical(value));

function canonical(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, canonical(inner)]);
  return { entries };
}
