/** Any JSON value. `undefined` is never one: a key that is left out is absent. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** An object, neither a list nor null. */
export const isJsonObject = (value: JsonValue | undefined): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two values are the same as JSON, with the keys of objects in the same order. */
export const isSameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The value of a JSON text; null for a text that isn't JSON. */
export function jsonOrNull(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
