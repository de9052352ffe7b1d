import { parseExactJson } from '@/lib/base/exact-json';
import { marksOf } from '@/lib/base/exact-mark';
import type { JsonValue } from '@/lib/base/json';

/** The documents' message for text that isn't JSON. */
export const INVALID_JSON = 'Invalid JSON format';

/** An object, or a list of anything but words: what a person writes who means JSON. */
const BEGINS_LIKE_JSON = /^\s*(\{\s*["}]|\[\s*["{[\]\d])/;

/**
 * Why a text can't be a value where any JSON can; null if it can. One that begins like an object or a list was meant as
 * one, and would be sent as a text in quotes.
 */
export function writtenJsonFault(text: string): string | null {
  if (!BEGINS_LIKE_JSON.test(text)) return null;
  try {
    parseExactJson(text);
    return null;
  } catch {
    return INVALID_JSON;
  }
}

/** Databases and parsers fail on deeper values; refusing them first keeps recursion bounded. */
const maximumDepth = 500;

/**
 * Why a JSON value can't be sent unchanged, worded for the person who wrote it; null if it can. Whole numbers beyond a
 * double's range were already rounded when the JSON was parsed.
 */
export function jsonFault(value: JsonValue, depth = maximumDepth): string | null {
  switch (typeof value) {
    case 'string':
      return textFault(value);
    case 'number':
      return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        ? null
        : 'Holds a number that is too large for a JSON number to hold exactly; write it as text, in quotes';
    case 'boolean':
      return null;
    default:
      return value === null ? null : innerFault(value, depth);
  }
}

function innerFault(value: JsonValue[] | { [key: string]: JsonValue }, depth: number): string | null {
  if (depth === 0) return `Must not be nested more than ${maximumDepth} levels deep`;
  if (!Array.isArray(value)) {
    for (const key of Object.keys(value)) {
      const fault = textFault(key);
      if (fault !== null) return fault;
    }
  }
  for (const inner of Object.values(value)) {
    const fault = jsonFault(inner, depth - 1);
    if (fault !== null) return fault;
  }
  return null;
}

/** A character that no source can store in text, or that our programs keep for themselves. */
export function textFault(text: string): string | null {
  if (marksOf(text) > 1) return 'Must not begin with the character U+FDD0 in front of a number';
  if (text.includes('\0')) return 'Must not contain the NUL character, which cannot be stored';
  if (/\p{Surrogate}/u.test(text)) return 'Must not contain half of a character pair (a lone surrogate)';
  return null;
}
