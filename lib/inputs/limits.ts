import type { JsonValue } from '@/lib/base/json';
import { counted } from '@/lib/base/text/counted';
import { compareDecimals, type Decimal, parseDecimal } from '@/lib/inputs/decimal';
import type { Constraints } from '@/lib/inputs/input';

/** Which of a number's exclusive bounds or multiples it violates, in words; null if none. */
export function numberFault(constraints: Constraints, value: Decimal): string | null {
  const { exclusiveMinimum, exclusiveMaximum, multipleOf } = constraints;
  const lowest = exclusiveMinimum === undefined ? null : parseDecimal(String(exclusiveMinimum));
  const highest = exclusiveMaximum === undefined ? null : parseDecimal(String(exclusiveMaximum));
  if (lowest !== null && compareDecimals(value, lowest) <= 0) return `Must be more than ${exclusiveMinimum}`;
  if (highest !== null && compareDecimals(value, highest) >= 0)
    return `Must be less than ${exclusiveMaximum}`;
  const unit = multipleOf === undefined ? null : parseDecimal(String(multipleOf));
  if (unit !== null && !isMultiple(value, unit)) return `Must be a multiple of ${multipleOf}`;
  return stepFault(constraints, value);
}

/** A source would round a number between two steps. */
function stepFault({ step }: Constraints, value: Decimal): string | null {
  const unit = step === undefined ? null : parseDecimal(String(step));
  if (unit === null || isMultiple(value, unit)) return null;
  if (unit.exponent >= 0 || unit.digits !== '1') return `Must be a multiple of ${step}`;
  const decimals = -unit.exponent;
  return `Must have at most ${counted(decimals, 'digit')} after the decimal point`;
}

/** Beyond this many digits a remainder isn't worth computing; the source will check. */
const mostDigits = 400;

function isMultiple(value: Decimal, unit: Decimal): boolean {
  if (value.digits === '' || unit.digits === '') return true;
  const exponent = Math.min(value.exponent, unit.exponent);
  if (value.exponent - exponent > mostDigits || unit.exponent - exponent > mostDigits) return true;
  const scaled = ({ digits, exponent: own }: Decimal): bigint => BigInt(digits + '0'.repeat(own - exponent));
  return scaled(value) % scaled(unit) === 0n;
}

/** Which limit on the number of items or keys is violated, in words; null if none. */
export function countFault(
  constraints: Constraints,
  value: JsonValue[] | { [key: string]: JsonValue },
): string | null {
  if (!Array.isArray(value)) {
    const { minProperties, maxProperties } = constraints;
    return outside(Object.keys(value).length, minProperties, maxProperties, 'attribute');
  }
  const { minItems, maxItems, uniqueItems } = constraints;
  const fault = outside(value.length, minItems, maxItems, 'item');
  if (fault !== null) return fault;
  const isRepeated = uniqueItems && new Set(value.map((item) => JSON.stringify(item))).size < value.length;
  return isRepeated ? 'Must not hold the same item twice' : null;
}

function outside(count: number, least = 0, most = Number.POSITIVE_INFINITY, thing: string): string | null {
  if (count < least) return `Must have at least ${counted(least, thing)}`;
  if (count > most) return `Must have at most ${counted(most, thing)}`;
  return null;
}
