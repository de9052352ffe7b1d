import type { JsonValue } from '@/lib/base/json';
import { hasPrefilledDefault, isFixed } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { isEmpty } from '@/lib/inputs/is-empty';
import { leftOutKeys } from '@/lib/values/conditions';

/** The inputs that the form opens with filled in, and that these values don't mention. */
const untouched = (inputs: readonly Input[], values: InputValues): Input[] =>
  inputs.filter(
    (input) =>
      !input.hidden && !isFixed(input) && hasPrefilledDefault(input) && !Object.hasOwn(values, input.key),
  );

/**
 * The one rule of defaults for every way to run: what the form would send if nobody touched it. An input whose key is
 * absent gets the default that the form opens with, unless the conditions of inputs leave it out. An empty text is an
 * input that was emptied, and stays empty.
 *
 * @param variables the caller's own values by variable name
 */
export function withFormDefaults(
  inputs: readonly Input[],
  values: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): InputValues {
  const added = untouched(inputs, values);
  if (added.length === 0) return values;
  const filled = Object.fromEntries([
    ...Object.entries(values),
    ...added.map(({ key, defaultValue }): [string, JsonValue] => [key, defaultValue]),
  ]);
  const leftOut = leftOutKeys(inputs, filled, variables);
  return Object.fromEntries(
    Object.entries(filled).filter(([key]) => Object.hasOwn(values, key) || !leftOut.has(key)),
  );
}

/**
 * The values of an earlier run, for a run that repeats it: an input that had no value then is an emptied one now, even if
 * the form has opened with a default since.
 */
export function withoutFormDefaults(inputs: readonly Input[], values: InputValues): InputValues {
  const emptied = untouched(inputs, values).filter((input) => isEmpty(input, ''));
  return Object.fromEntries([
    ...Object.entries(values),
    ...emptied.map(({ key }): [string, JsonValue] => [key, '']),
  ]);
}
