import type { InputType } from '@/lib/inputs/input';
import { coerceValue } from '@/lib/values/coerce-value';

/** How many values are named; more are counted. */
const MOST_NAMED = 5;

/** Which values of a dropdown an input could never send, in words, with the reason for the first; null if it takes all. */
export function unfitChoices(type: InputType, values: readonly string[]): string | null {
  if (type.element !== null) return unfitChoices(type.element, values);
  const unfit = values.flatMap((value) => {
    const coerced = coerceValue(type, value);
    return coerced.ok ? [] : [{ value, message: coerced.message }];
  });
  const [first] = unfit;
  if (first === undefined) return null;
  const named = unfit.slice(0, MOST_NAMED).map(({ value }) => `“${value}”`);
  const rest = unfit.length - named.length;
  const all = rest === 0 ? named.join(', ') : `${named.join(', ')} and ${rest} more`;
  return `${all} (${first.message})`;
}
