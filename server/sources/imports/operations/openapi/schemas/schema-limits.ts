import type { Constraints } from '@/lib/inputs/input';
import { type Node, numberAt, textAt, valueAt } from '@/server/sources/imports/parse/node';
import { exactNumber } from '@/server/sources/imports/parse/written';

const longestPattern = 1_000;

/** A schema's limits as an input's constraints. Invalid counts are ignored. */
export function limitsOf(schema: Node): Constraints {
  const limits: Constraints = {};
  const [minimum, maximum] = [boundAt(schema, 'minimum'), boundAt(schema, 'maximum')];
  // Up to 3.0, a flag next to a bound says whether it is exclusive; from 3.1 on, an exclusive bound has its own keyword.
  if (minimum !== null) limits[schema.exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (maximum !== null) limits[schema.exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum;
  for (const key of ['exclusiveMinimum', 'exclusiveMaximum'] as const) {
    const bound = boundAt(schema, key);
    if (bound !== null) limits[key] = bound;
  }
  const unit = boundAt(schema, 'multipleOf');
  if (unit !== null && Number(unit) > 0) limits.multipleOf = unit;
  for (const key of [
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'minProperties',
    'maxProperties',
  ] as const) {
    const count = numberAt(schema, key);
    if (count !== null && Number.isSafeInteger(count) && count >= 0) limits[key] = count;
  }
  if (schema.uniqueItems === true) limits.uniqueItems = true;
  const pattern = textAt(schema, 'pattern');
  if (pattern !== null && pattern.length <= longestPattern)
    limits.sourcePattern = pattern.replaceAll('\0', '');
  return limits;
}

/** A bound with all its digits. */
function boundAt(schema: Node, key: string): number | string | null {
  const bound = exactNumber(schema, key, valueAt(schema, key));
  return typeof bound === 'number' || typeof bound === 'string' ? bound : null;
}
