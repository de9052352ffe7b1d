import type { JsonValue } from '@/lib/base/json';
import { compareDecimals, parseDecimal } from '@/lib/inputs/decimal';
import type { Input, InputValues } from '@/lib/inputs/input';
import { isEmpty, MISSING } from '@/lib/inputs/is-empty';
import { hasSealedDefault, holdsSecret } from '@/lib/inputs/secret-values';
import type { InputCheck } from '@/lib/settings/condition-terms';
import { brokenChecks } from '@/lib/values/broken-checks';
import { coerceValue } from '@/lib/values/coerce-value';
import { type AppliedInput, applyConditions } from '@/lib/values/conditions';
import { withFormDefaults } from '@/lib/values/form-defaults';
import { withoutSourceLimits } from '@/lib/values/source-limits';
import { type ValuesCaller, variableOf } from '@/lib/values/values-caller';

/** One input that can't be sent; `message` is for the person who filled it in. */
export interface ValueIssue {
  key: string;
  message: string;
  /** Whether the value breaks only a limit of the source, so that a person may leave it to the source. */
  canBeLeft?: true;
}

/**
 * The form as it is run, with its defaults, and the values to send, by input key (an absent key is left out of the call);
 * or every problem found. `left` are the problems that were left to the source; it is absent without any.
 */
export type CheckedValues =
  | { ok: true; values: InputValues; sent: Record<string, JsonValue>; left?: ValueIssue[] }
  | { ok: false; issues: ValueIssue[] };

const NAMED_INPUTS = 20;

/**
 * What is wrong with a value whose key no input has.
 *
 * @param inputs those that the caller may know
 */
export function unknownInput(inputs: readonly Pick<Input, 'key'>[]): string {
  const keys = inputs.slice(0, NAMED_INPUTS).map(({ key }) => key);
  const others = inputs.length > keys.length ? ', …' : '';
  return keys.length === 0
    ? 'This command has no inputs'
    : `This command has no input of this name. Its inputs are ${keys.join(', ')}${others}`;
}

/** `left` is what would be sent if the issue were left to the source. */
type Outcome = { sent: JsonValue } | { omitted: true } | { issue: string; left?: JsonValue };

/**
 * Decides what a run sends. It fills in what the form opens with (`withFormDefaults`), checks filled-in values, gives
 * empty ones (an absent key, or "" unless that is an option) the meaning their input is configured with, and takes the
 * values of variable-bound, locked, and hidden inputs from the caller and the configuration; a different value for one of
 * those is an issue. Explicit null, [] and {} are values. The default of a secret, which no form holds, fills in an empty
 * input. Where the default is sealed, as it is in a browser, its mark stands for it. The conditions of inputs apply first;
 * checks across inputs come last, when each value is valid by itself.
 *
 * @param leavesLimits whether values that break only limits of the source are sent as they are
 */
export function checkValues(
  inputs: readonly Input[],
  given: InputValues,
  caller: ValuesCaller,
  checks: readonly InputCheck[] = [],
  leavesLimits = false,
): CheckedValues {
  const values = withFormDefaults(inputs, given, caller.variables);
  const known = new Set(inputs.map((input) => input.key));
  const issues: ValueIssue[] = Object.keys(values)
    .filter((key) => !known.has(key))
    .map((key) => ({ key, message: unknownInput(inputs.filter((input) => !isUnseen(input, caller))) }));
  const sent: [string, JsonValue][] = [];
  for (const input of applyConditions(inputs, values, caller.variables)) {
    const value = Object.hasOwn(values, input.key) ? values[input.key] : undefined;
    const outcome = decide(input, value, caller);
    if ('issue' in outcome) issues.push(issueOf(input.key, outcome));
    if ('sent' in outcome) sent.push([input.key, outcome.sent]);
    else if ('left' in outcome && outcome.left !== undefined) sent.push([input.key, outcome.left]);
  }
  const all = Object.fromEntries(sent);
  if (issues.some(({ canBeLeft }) => canBeLeft !== true)) return { ok: false, issues };
  const broken = brokenChecks(checks, inputs, all);
  if (broken.length > 0) {
    const inBroken = new Set(broken.map(({ key }) => key));
    return { ok: false, issues: [...issues.filter(({ key }) => !inBroken.has(key)), ...broken] };
  }
  if (issues.length === 0) return { ok: true, values, sent: all };
  return leavesLimits ? { ok: true, values, sent: all, left: issues } : { ok: false, issues };
}

function issueOf(key: string, { issue, left }: Extract<Outcome, { issue: string }>): ValueIssue {
  return left === undefined ? { key, message: issue } : { key, message: issue, canBeLeft: true };
}

function decide(input: AppliedInput, given: JsonValue | undefined, caller: ValuesCaller): Outcome {
  if (input.isLeftOut) return leaveOut(input, given);
  if (input.variable !== null) {
    const own = variableOf(input.variable, caller);
    const name = variableNames[input.variable] ?? `"${input.variable}"`;
    if (own === null && input.defaultAmbiguousInput === 'required') {
      return { issue: `Takes your ${name}, which is not known; log out and in again` };
    }
    return decideFixed(input, own, given, caller, `is your own ${name}`);
  }
  if (input.locked) return decideFixed(input, input.defaultValue, given, caller, 'is locked by the command');
  if (!input.hidden) {
    if (isUnoffered(input, given)) return { issue: NOT_OFFERED };
    return settle(input, isEmpty(input, given) ? secretDefault(input) : given);
  }
  if (caller.mayOverrideHidden === true)
    return settle(input, isEmpty(input, given) ? configured(input) : given);
  return decideFixed(input, input.defaultValue, given, caller, 'is hidden and set by the command');
}

/** Whether the caller's form doesn't have the input. */
const isUnseen = ({ hidden }: Input, caller: ValuesCaller): boolean =>
  hidden && caller.mayOverrideHidden !== true;

const NOT_OFFERED = 'Choose one of its options';

/**
 * Whether nothing was sent in place of an option of a dropdown. Null and an empty list are values of other inputs, but a
 * dropdown offers neither: a source may take them for everything. Where the input may be empty, they are what that means.
 */
function isUnoffered(
  { dropdownId, defaultAmbiguousInput }: AppliedInput,
  given: JsonValue | undefined,
): boolean {
  if (dropdownId == null) return false;
  if (given === null) return defaultAmbiguousInput !== 'explicitNull';
  if (!Array.isArray(given)) return false;
  return given.includes(null) || (given.length === 0 && defaultAmbiguousInput === 'required');
}

/** What isn't shown can't be filled in. It is sent as its own rule says for empty, and as null where it is required. */
function leaveOut(input: AppliedInput, given: JsonValue | undefined): Outcome {
  if (!isEmpty(input, given)) return { issue: 'Does not apply with these values' };
  return input.defaultAmbiguousInput === 'required' ? { sent: null } : settle(input, undefined);
}

const variableNames: Readonly<Record<string, string | undefined>> = {
  user_id: 'user id',
  user_email: 'email address',
  user_name: 'name',
};

/** The caller can't choose this value. Sending the same value again is harmless where the caller sees it. */
function decideFixed(
  input: Input,
  fixed: JsonValue,
  given: JsonValue | undefined,
  caller: ValuesCaller,
  why: string,
): Outcome {
  const settled = settle(input, fixed ?? undefined);
  if (isEmpty(input, given)) return settled;
  if ('issue' in settled) return { issue: settled.issue };
  // To say that a value is the right one would tell it to anyone who guesses.
  if (holdsSecret(input.type) || isUnseen(input, caller))
    return { issue: `Cannot be changed: its value ${why}` };
  const claimed = coerceValue(input.type, given);
  const same = claimed.ok && 'sent' in settled && isSameValue(claimed.value, settled.sent);
  return same ? settled : { issue: `Cannot be changed: its value ${why}` };
}

function configured(input: Input): JsonValue | undefined {
  return input.defaultValue ?? undefined;
}

function secretDefault(input: Input): JsonValue | undefined {
  return input.useDefaultValue && holdsSecret(input.type) ? configured(input) : undefined;
}

function settle(input: Input, value: JsonValue | undefined): Outcome {
  if (isEmpty(input, value)) {
    switch (input.defaultAmbiguousInput) {
      case 'required':
        return { issue: MISSING };
      case 'explicitNull':
        return { sent: null };
      case 'emptyString':
        return { sent: '' };
      case 'omit':
        return { omitted: true };
    }
  }
  if (value === input.defaultValue && hasSealedDefault(input)) return { sent: value };
  const coerced = coerceValue(input.type, value);
  if (coerced.ok) return { sent: coerced.value };
  const left = coerceValue(withoutSourceLimits(input.type), value);
  return left.ok ? { issue: coerced.message, left: left.value } : { issue: coerced.message };
}

/** Equality of JSON, where a number equals its decimal text. */
function isSameValue(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a !== 'object' || typeof b !== 'object') {
    if (typeof a !== 'number' && typeof b !== 'number') return false;
    const [left, right] = [parseDecimal(String(a)), parseDecimal(String(b))];
    return left !== null && right !== null && compareDecimals(left, right) === 0;
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return false;
    return a.length === b.length && a.every((item, index) => isSameValue(item, b[index] ?? null));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(a[key] ?? null, b[key] ?? null))
  );
}
