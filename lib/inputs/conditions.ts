import { coerceValue } from '@/lib/inputs/coerce-value';
import type { ConditionTerm, InputCheck, InputCheckTest } from '@/lib/inputs/condition-terms';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import type { Input, InputValues } from '@/lib/inputs/input';
import { isEmpty } from '@/lib/inputs/is-empty';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { JsonValue } from '@/lib/json';

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
  if (inputs.every(({ conditions }) => conditions === null)) {
    return inputs.map((input) => ({ ...input, isLeftOut: false }));
  }
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  const known = new Map<string, boolean>();

  function isShown(input: Input): boolean {
    const { key, conditions } = input;
    const found = known.get(key);
    if (found !== undefined) return found;
    // Inputs that depend on each other in a circle can't be saved; a sync may still make one.
    known.set(key, true);
    const shown = allHold(conditions?.shown ?? []);
    known.set(key, shown);
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
    return {
      ...input,
      isLeftOut: !isShown(input),
      locked: input.locked || isMet(conditions?.locked),
      defaultAmbiguousInput: isMet(conditions?.required) ? 'required' : input.defaultAmbiguousInput,
    };
  });
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

function passes({ test, values }: ConditionTerm, input: Input, value: JsonValue | undefined): boolean {
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

/**
 * Below zero, zero, or above zero, as `a` is less than, equal to, or more than `b`, both values of the input; null if
 * they can't be compared. Numbers compare exactly, moments as moments, and other texts by their characters.
 */
export function compareValues({ type }: Pick<Input, 'type'>, a: JsonValue, b: JsonValue): number | null {
  const [left, right] = [settled(type, a), settled(type, b)];
  if (typeof left === 'object' || typeof right === 'object') {
    return JSON.stringify(left) === JSON.stringify(right) ? 0 : null;
  }
  const [low, high] = [String(left), String(right)];
  if (low === high) return 0;
  const [one, other] = [parseDecimal(low), parseDecimal(high)];
  if (type.jsonType === 'number' || (typeof left === 'number' && typeof right === 'number')) {
    return one === null || other === null ? null : compareDecimals(one, other);
  }
  if (type.component === 'b-datetimepicker') {
    const [first, second] = [Date.parse(low), Date.parse(high)];
    if (Number.isFinite(first) && Number.isFinite(second)) return first - second;
  }
  return low < high ? -1 : 1;
}

function settled(type: Input['type'], value: JsonValue): JsonValue {
  const coerced = coerceValue(type, value);
  return coerced.ok ? coerced.value : value;
}

const holdsFor: Readonly<Record<InputCheckTest, (order: number) => boolean>> = {
  is_after: (order) => order > 0,
  is_before: (order) => order < 0,
  is_at_least: (order) => order >= 0,
  is_at_most: (order) => order <= 0,
  is_same: (order) => order === 0,
  is_different: (order) => order !== 0,
};

/** The checks that values break, each at the input that the check is about. */
export function brokenChecks(
  checks: readonly InputCheck[],
  inputs: readonly Input[],
  sent: Readonly<Record<string, JsonValue>>,
): { key: string; message: string }[] {
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  return checks.flatMap(({ left, test, right, message }) => {
    const input = byKey.get(left);
    const [a, b] = [ownOf(sent, left), ownOf(sent, right)];
    if (input === undefined || a === undefined || b === undefined) return [];
    const order = compareValues(input, a, b);
    return order === null || holdsFor[test](order) ? [] : [{ key: left, message }];
  });
}

function ownOf(sent: Readonly<Record<string, JsonValue>>, key: string): JsonValue | undefined {
  const value = Object.hasOwn(sent, key) ? sent[key] : undefined;
  return value === null || value === '' ? undefined : value;
}
