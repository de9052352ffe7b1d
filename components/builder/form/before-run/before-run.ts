import type { FormState } from '@/components/input-form/state/form-state';
import { ownValue } from '@/components/input-form/state/own-value';
import { parseJsonText } from '@/components/input-form/state/parse-json-text';
import type { CheckPatterns } from '@/components/input-form/state/problem-of';
import { editableInputs, hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { isEmpty } from '@/lib/inputs/is-empty';
import type { InputCheck } from '@/lib/settings/condition-terms';
import { INVALID_JSON } from '@/lib/values/check-json';
import { checkValues, type ValueIssue } from '@/lib/values/check-values';
import { applyConditions } from '@/lib/values/conditions';
import type { ValuesCaller } from '@/lib/values/values-caller';

/** Whether a form can be sent as is, and if not, the first problem to solve. */
export type BeforeRun =
  | { kind: 'ready'; values: InputValues }
  /** Inputs that depend on the person, who lacks the value. */
  | { kind: 'missingVariables'; issues: ValueIssue[] }
  | { kind: 'missing'; issues: ValueIssue[] }
  /** Text that cannot be sent at all. */
  | { kind: 'unreadable'; issues: ValueIssue[] }
  /** Values that break only limits of the source; the person may leave them to it. */
  | { kind: 'doubtful'; issues: ValueIssue[]; values: InputValues }
  | { kind: 'invalid'; issues: ValueIssue[] };

/** What checking a form takes besides its values. */
interface FormRules {
  checks?: readonly InputCheck[];
  checkPatterns?: CheckPatterns | undefined;
}

/**
 * Checks a form before it is run. Only what the person fills in is sent, and which defaults they emptied; the server knows
 * the rest.
 */
export function checkBeforeRun(
  inputs: readonly Input[],
  state: FormState,
  caller: ValuesCaller,
  { checks = [], checkPatterns = () => [] }: FormRules = {},
): BeforeRun {
  const leftOut = leftOutKeys(inputs, state.values, caller);
  const values = valuesToSend(inputs, state.values, leftOut);
  const unreadable = unreadableIssues(state, leftOut);
  if (unreadable.length > 0) return { kind: 'unreadable', issues: unreadable };
  const checked = checkValues(inputs, values, caller, checks);
  if (checked.ok) {
    const unlike = checkPatterns(inputs, checked.sent);
    return unlike.length === 0 ? { kind: 'ready', values } : { kind: 'doubtful', issues: unlike, values };
  }
  const byKey = new Map(inputs.map((input) => [input.key, input]));
  const variables = checked.issues.filter(({ key }) => (byKey.get(key)?.variable ?? null) !== null);
  if (variables.length > 0) return { kind: 'missingVariables', issues: variables };
  const missing = checked.issues.filter(({ key }) => {
    const input = byKey.get(key);
    return input !== undefined && isEmpty(input, ownValue(values, key));
  });
  if (missing.length > 0) return { kind: 'missing', issues: checked.issues };
  const canAllBeLeft = checked.issues.every(({ canBeLeft }) => canBeLeft === true);
  return canAllBeLeft
    ? { kind: 'doubtful', issues: checked.issues, values }
    : { kind: 'invalid', issues: checked.issues };
}

/** The form keeps what people typed into an input that it no longer shows, but doesn't send it. */
function leftOutKeys(inputs: readonly Input[], values: InputValues, caller: ValuesCaller): Set<string> {
  const applied = applyConditions(inputs, values, caller.variables);
  return new Set(applied.filter(({ isLeftOut, locked }) => isLeftOut || locked).map(({ key }) => key));
}

function valuesToSend(inputs: readonly Input[], values: InputValues, leftOut: Set<string>): InputValues {
  const byKey = new Map(editableInputs(inputs).map((input) => [input.key, input]));
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => {
      const input = byKey.get(key);
      if (input === undefined || leftOut.has(key)) return false;
      return hasPrefilledDefault(input) || !isEmpty(input, value);
    }),
  );
}

function unreadableIssues({ unreadable }: FormState, leftOut: Set<string>): ValueIssue[] {
  const shown = Object.entries(unreadable).filter(([key]) => !leftOut.has(key));
  return shown.map(([key, text]) => {
    const parsed = parseJsonText(text);
    return { key, message: parsed.ok ? INVALID_JSON : parsed.message };
  });
}
