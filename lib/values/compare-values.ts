import { digitsOf } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import type { InputType } from '@/lib/inputs/input';

/**
 * Below zero, zero, or above zero, as `a` is less than, equal to, or more than `b`, both values of the input; null if
 * they can't be compared. Numbers compare exactly, moments as moments, and other texts by their characters.
 */
export function compareValues(
  { type }: { type: Pick<InputType, 'jsonType' | 'component'> },
  a: JsonValue,
  b: JsonValue,
): number | null {
  if (typeof a === 'object' || typeof b === 'object') {
    return JSON.stringify(a) === JSON.stringify(b) ? 0 : null;
  }
  const [low, high] = [textOf(a), textOf(b)];
  if (low === high) return 0;
  const [one, other] = [parseDecimal(low), parseDecimal(high)];
  if (type.jsonType === 'number' || (isNumber(a) && isNumber(b))) {
    return one === null || other === null ? null : compareDecimals(one, other);
  }
  if (type.component === 'b-datetimepicker') {
    const [first, second] = [Date.parse(low), Date.parse(high)];
    if (Number.isFinite(first) && Number.isFinite(second)) return first - second;
  }
  return low < high ? -1 : 1;
}

const isNumber = (value: JsonValue): boolean => typeof value === 'number' || digitsOf(value) !== null;

const textOf = (value: JsonValue): string => digitsOf(value) ?? String(value).trim();
