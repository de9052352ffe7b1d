import type { JsonValue } from '@/lib/base/json';
import type { Input, InputValues } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { openInputs } from '@/lib/values/command-arguments';
import { leftOutKeys } from '@/lib/values/conditions';
import { withFormDefaults } from '@/lib/values/form-defaults';

/** The values for a sending command, or the form's inputs that have to be filled in first. */
export interface SenderValues {
  values: InputValues;
  /** Keys of the form's inputs. */
  needs: string[];
}

const isNothing = (value: JsonValue | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === '';

/**
 * The values that a sending command takes from a form: for each of its inputs, the value of the form's input with the same
 * key, or else its own default. Letter case doesn't matter. Locked, hidden, and variable-bound inputs of the form have the
 * values that the server gives them (S19), and secrets are never passed on. An input of the sender that its conditions
 * leave out with these values gets none.
 *
 * @param own the inputs of the form, without the one that the dropdown is for
 * @param given the values that the person has filled in
 * @param variables the person's own values by variable name
 */
export function senderValues(
  own: readonly Input[],
  sender: readonly Input[],
  given: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): SenderValues {
  const byKey = new Map(own.map((input) => [input.key.toLowerCase(), input]));
  const values: [string, JsonValue][] = [];
  const missing: [key: string, source: string][] = [];
  const form = withFormDefaults(own, given, variables);
  for (const input of openInputs(sender)) {
    const source = byKey.get(input.key.toLowerCase());
    const value = source === undefined ? undefined : formValue(source, form, variables);
    const passed = isNothing(value) ? defaultOf(input) : value;
    if (!isNothing(passed)) values.push([input.key, passed]);
    else if (source !== undefined && input.defaultAmbiguousInput === 'required')
      missing.push([input.key, source.key]);
  }
  const leftOut = leftOutKeys(sender, Object.fromEntries(values), variables);
  return {
    values: Object.fromEntries(values.filter(([key]) => !leftOut.has(key))),
    needs: missing.flatMap(([key, source]) => (leftOut.has(key) ? [] : [source])),
  };
}

function formValue(
  input: Input,
  given: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): JsonValue | undefined {
  if (holdsSecret(input.type)) return undefined;
  if (input.variable !== null) {
    return Object.hasOwn(variables, input.variable) ? variables[input.variable] : undefined;
  }
  if (input.locked || input.hidden) return input.defaultValue;
  return Object.hasOwn(given, input.key) ? given[input.key] : undefined;
}

const defaultOf = ({ useDefaultValue, defaultValue, type }: Input): JsonValue | undefined =>
  useDefaultValue && !holdsSecret(type) ? defaultValue : undefined;
