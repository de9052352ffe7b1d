/** Any JSON value. `undefined` is never one: a key that is left out is absent. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

/** The value of a JSON text; null for a text that isn't JSON. */
export function jsonOrNull(text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
