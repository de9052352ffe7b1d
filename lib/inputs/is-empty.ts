import type { JsonValue } from '@/lib/base/json';
import type { InputType } from '@/lib/inputs/input';

/** Whether nothing was filled in. An empty text counts as nothing, unless it is one of the options to choose from. */
export function isEmpty(
  { type }: { type: Pick<InputType, 'options'> },
  value: JsonValue | undefined,
): value is undefined | '' {
  return value === undefined || (value === '' && type.options?.includes('') !== true);
}

/** The message for a required input that is empty. */
export const MISSING = 'Required';
