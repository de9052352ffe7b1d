import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';

/** Whether nothing was filled in. An empty text counts as nothing, unless it is one of the options to choose from. */
export function isEmpty(
  { type }: Pick<Input, 'type'>,
  value: JsonValue | undefined,
): value is undefined | '' {
  return value === undefined || (value === '' && type.options?.includes('') !== true);
}

/** The message for a required input that is empty. */
export const MISSING = 'Required';
