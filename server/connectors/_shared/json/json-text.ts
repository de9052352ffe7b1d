import { digitsOf, exactJson } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { decimalText, parseDecimal } from '@/lib/inputs/decimal';
import type { NumberShape } from './number-shape';

/** A value as JSON. A number that is stored as decimal text is sent as a number with all of its digits. */
export function jsonText(value: JsonValue, numbers: NumberShape | undefined): string {
  if (numbers === undefined || value === null) return exactJson(value);
  if (numbers === true)
    return typeof value === 'string' ? numberText(digitsOf(value) ?? value) : JSON.stringify(value);
  if (Array.isArray(numbers)) {
    if (!Array.isArray(value)) return exactJson(value);
    return `[${value.map((item) => jsonText(item, numbers[0])).join(',')}]`;
  }
  if (typeof value !== 'object' || Array.isArray(value)) return exactJson(value);
  const members = Object.entries(value).map(([key, inner]) => {
    const shape = Object.hasOwn(numbers, key) ? numbers[key] : undefined;
    return `${JSON.stringify(key)}:${jsonText(inner, shape)}`;
  });
  return `{${members.join(',')}}`;
}

/** JSON has no leading zeros, no bare point, and no plus sign. */
function numberText(text: string): string {
  if (/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return text;
  const decimal = parseDecimal(text);
  return decimal === null ? JSON.stringify(text) : decimalText(decimal);
}
