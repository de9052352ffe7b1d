import type { Constraints } from '@/lib/inputs/input';
import { decimalConstraints } from '@/lib/type-systems/decimal-constraints';

/** Bounds of the numeric types by name; text where a double does not hold the bound exactly. */
const numberConstraints = new Map<string, Constraints>([
  ['smallint', { minimum: -32768, maximum: 32767, step: 1 }],
  ['integer', { minimum: -2147483648, maximum: 2147483647, step: 1 }],
  ['bigint', { minimum: '-9223372036854775808', maximum: '9223372036854775807', step: 1 }],
  ['smallserial', { minimum: 1, maximum: 32767, step: 1 }],
  ['serial', { minimum: 1, maximum: 2147483647, step: 1 }],
  ['bigserial', { minimum: 1, maximum: '9223372036854775807', step: 1 }],
  ['oid', { minimum: 0, maximum: 4294967295, step: 1 }],
  ['xid', { minimum: 0, maximum: 4294967295, step: 1 }],
  ['cid', { minimum: 0, maximum: 4294967295, step: 1 }],
  ['xid8', { minimum: 0, maximum: '18446744073709551615', step: 1 }],
  // As the server prints them: the shortest text that still means the same single-precision number.
  ['real', { minimum: -3.4028235e38, maximum: 3.4028235e38 }],
  ['double precision', { minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }],
  ['money', { minimum: '-92233720368547758.08', maximum: '92233720368547758.07', step: '0.01' }],
]);

/** The constraints of a numeric type by its name and modifiers; null if it isn't numeric. */
export function postgresNumber(name: string, modifiers: string | null): Constraints | null {
  return name === 'numeric' ? numericConstraints(modifiers) : (numberConstraints.get(name) ?? null);
}

function numericConstraints(modifiers: string | null): Constraints {
  const match = /^(\d+)(?:,\s*(-?\d+))?$/.exec(modifiers ?? '');
  if (match === null) return {};
  return decimalConstraints(Number(match[1]), Number(match[2] ?? '0'));
}
