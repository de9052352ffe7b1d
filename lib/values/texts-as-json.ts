import { parseExactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { takesAnyJson } from '@/lib/inputs/any-json';
import type { InputType } from '@/lib/inputs/input';

/**
 * A value in which lists and objects that were given as JSON text are what the text says. Language models quote them now
 * and then, and no text is a value of such a type. Where a type takes any JSON, a text stays what it is.
 */
export function textsAsJson(type: InputType, value: JsonValue): JsonValue {
  if (type.alternatives !== undefined || takesAnyJson(type)) return value;
  if (type.jsonType !== 'array' && type.jsonType !== 'object') return value;
  const meant = typeof value === 'string' ? (jsonOf(value, type) ?? value) : value;
  const { element, properties } = type;
  if (Array.isArray(meant)) return element === null ? meant : meant.map((item) => textsAsJson(element, item));
  if (typeof meant !== 'object' || meant === null || properties === null) return meant;
  const types = new Map(properties.map((part) => [part.key, part.type]));
  const parts = Object.entries(meant).map(([key, part]): [string, JsonValue] => {
    const partType = types.get(key);
    return [key, partType === undefined ? part : textsAsJson(partType, part)];
  });
  return Object.fromEntries(parts);
}

/** The list or object that a text says; null if it says something else. */
function jsonOf(text: string, { jsonType }: InputType): JsonValue | null {
  if (!text.trimStart().startsWith(jsonType === 'array' ? '[' : '{')) return null;
  try {
    return parseExactJson(text);
  } catch {
    return null;
  }
}
