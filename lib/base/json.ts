/** Any JSON value. `undefined` is never one: a key that is left out is absent. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
