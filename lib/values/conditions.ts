import type { JsonValue } from '@/lib/base/json';
import type { Input, InputType, InputValues } from '@/lib/inputs/input';
import { isEmpty } from '@/lib/inputs/is-empty';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { ConditionTerm } from '@/lib/settings/condition-terms';
import { compareValues } from '@/lib/values/compare-values';

/** An input as the other values make it. One that isn't shown has no value. */
export type AppliedInput = Input & { isLeftOut: boolean };

/** What a condition may depend on: what everyone who runs the command sees, and no secret. */
export const canBeCondition = (input: Pick<Input, 'hidden' | 'type'>): boolean =>
  !input.hidden && !holdsSecret(input.type);

/**
 * Applies the conditions of inputs to what was filled in. Browsers and the server do the same, so a condition sees only
 * inputs that runners see; a term about any other input doesn't hold. An input that isn't shown counts as empty for the
 * conditions of others.
 *
 * @param variables the caller's own values by variable name
 */
export function applyConditions(
  inputs: readonly Input[],
  values: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): AppliedInput[] {
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  const decided = new Map<string, boolean>();

  function isShown(input: Input): boolean {
    const { key, conditions } = input;
    const found = decided.get(key);
    if (found !== undefined) return found;
    // Inputs that depend on each other in a circle can't be saved; a sync may still make one.
    decided.set(key, true);
    const shown = allHold(conditions?.shown ?? []);
    decided.set(key, shown);
    return shown;
  }
  const allHold = (terms: readonly ConditionTerm[]): boolean => terms.every(holds);
  function holds(term: ConditionTerm): boolean {
    const input = byKey.get(term.key);
    if (input === undefined || !canBeCondition(input)) return false;
    return passes(term, input, isShown(input) ? effectiveValue(input, values, variables) : undefined);
  }
  const isMet = (terms: ConditionTerm[] | undefined): boolean => terms !== undefined && allHold(terms);

  return inputs.map((input) => {
    const { conditions } = input;
    const isRequired = isMet(conditions?.required);
    return applied(
      input,
      !isShown(input),
      input.locked || isMet(conditions?.locked),
      isRequired ? 'required' : input.defaultAmbiguousInput,
    );
  });
}

/**
 * The keys of the inputs that the conditions leave out with these values. A run refuses values for them, so defaults that
 * nobody has filled in must not be sent for these.
 */
export const leftOutKeys = (
  inputs: readonly Input[],
  values: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): ReadonlySet<string> =>
  new Set(
    applyConditions(inputs, values, variables).flatMap(({ key, isLeftOut }) => (isLeftOut ? [key] : [])),
  );

const known = new WeakMap<Input, AppliedInput>();

/** The same object as before if nothing differs: a form of hundreds of inputs draws only those that changed. */
function applied(
  input: Input,
  isLeftOut: boolean,
  locked: boolean,
  defaultAmbiguousInput: Input['defaultAmbiguousInput'],
): AppliedInput {
  const before = known.get(input);
  if (
    before?.isLeftOut === isLeftOut &&
    before.locked === locked &&
    before.defaultAmbiguousInput === defaultAmbiguousInput
  ) {
    return before;
  }
  const now = { ...input, isLeftOut, locked, defaultAmbiguousInput };
  known.set(input, now);
  return now;
}

/** The value that a run would send for a visible input, as far as it is known here. */
function effectiveValue(
  input: Input,
  values: InputValues,
  variables: Readonly<Record<string, JsonValue>>,
): JsonValue | undefined {
  if (input.variable !== null)
    return Object.hasOwn(variables, input.variable) ? variables[input.variable] : undefined;
  if (input.locked) return input.defaultValue ?? undefined;
  return Object.hasOwn(values, input.key) ? values[input.key] : undefined;
}

/** Whether a term holds for the value of the input that it names; undefined for one without a value. */
export function passes(
  { test, values }: ConditionTerm,
  input: { type: Pick<InputType, 'options' | 'jsonType' | 'component'> },
  value: JsonValue | undefined,
): boolean {
  const isNothing = isEmpty(input, value) || value === null;
  switch (test) {
    case 'is_filled':
      return !isNothing;
    case 'is_empty':
      return isNothing;
    case 'is':
      return !isNothing && values.some((wanted) => compareValues(input, value, wanted) === 0);
    case 'is_not':
      return isNothing || values.every((wanted) => compareValues(input, value, wanted) !== 0);
    case 'is_more_than':
      return !isNothing && (compareValues(input, value, values[0] ?? null) ?? 0) > 0;
    case 'is_less_than':
      return !isNothing && (compareValues(input, value, values[0] ?? null) ?? 0) < 0;
  }
}
