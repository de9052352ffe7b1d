import { exactJson } from '@/lib/base/exact-json';
import { isJsonObject, type JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';

/** One part of a nested value: an attribute of an object, or an item of a list. */
export interface Part {
  /** The attribute's name, or the item's number from 1. */
  name: string;
  type: InputType;
  /** Undefined where an attribute is left out. */
  value: JsonValue | undefined;
  /** The typed text, if it isn't a value yet. */
  unreadableText: string | undefined;
}

const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || value === '';

/** Whether a value can be shown as parts of this type without losing anything. */
export function hasParts(type: InputType, value: JsonValue | undefined): boolean {
  if (type.properties !== null && type.properties.length > 0) {
    const names = new Set(type.properties.map(({ key }) => key));
    return isEmpty(value) || (isJsonObject(value) && Object.keys(value).every((key) => names.has(key)));
  }
  const { element } = type;
  if (element === null || type.jsonType !== 'array') return false;
  const isList = isEmpty(value) || Array.isArray(value);
  return isList && element.properties !== null && element.properties.length > 0;
}

export function partsOf(type: InputType, value: JsonValue | undefined): Part[] {
  if (type.properties !== null) {
    const held = isJsonObject(value) ? value : {};
    return type.properties.map(({ key, type }) => ({
      name: key,
      type,
      value: Object.hasOwn(held, key) ? held[key] : undefined,
      unreadableText: undefined,
    }));
  }
  const { element } = type;
  if (element === null || !Array.isArray(value)) return [];
  return value.map((item, index) => itemOf(element, index, item));
}

export function itemOf(element: InputType, index: number, value: JsonValue | undefined): Part {
  return { name: String(index + 1), type: element, value, unreadableText: undefined };
}

/** The value made from parts; undefined if they don't make one. */
export function valueOfParts(type: InputType, parts: readonly Part[]): JsonValue | undefined {
  if (type.properties === null) {
    // An item with nothing filled in yet is an object without attributes.
    return parts.length === 0 ? undefined : parts.map(({ value }) => value ?? {});
  }
  const filled = parts.flatMap(({ name, value }): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  );
  // Unlike assignment, fromEntries makes an own property even of `__proto__`.
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Parts that include one that isn't a value yet, as the text a person would have typed. */
export function textOfParts(type: InputType, parts: readonly Part[]): string {
  const texts = parts.flatMap(({ name, value, unreadableText }) => {
    const text = unreadableText ?? (value === undefined ? undefined : exactJson(value));
    if (text === undefined) return type.properties === null ? ['{}'] : [];
    return [type.properties === null ? text : `${JSON.stringify(name)}: ${text}`];
  });
  return type.properties === null ? `[${texts.join(', ')}]` : `{${texts.join(', ')}}`;
}
