import type { JsonValue } from '@/lib/base/json';
import type { Input } from '@/lib/inputs/input';
import { checkValues, type ValueIssue } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { ProblemOf } from './form-state';
import { ownValue } from './own-value';
import { parseJsonText } from './parse-json-text';

/** Checks sent values against the patterns of descriptions, by input. */
export type CheckPatterns = (
  inputs: readonly Input[],
  sent: Readonly<Record<string, JsonValue>>,
) => ValueIssue[];

/**
 * Finds errors for a caller. Its code is large, so pages fetch it after they have drawn the form.
 *
 * @param checkPatterns left out where no input has a pattern, and where its code isn't fetched yet
 */
export const problemsFor =
  (caller: ValuesCaller, checkPatterns: CheckPatterns = () => []): ProblemOf =>
  (input, state) => {
    const text = ownValue(state.unreadable, input.key);
    if (text !== undefined) {
      const parsed = parseJsonText(text);
      return parsed.ok ? undefined : parsed.message;
    }
    const value = ownValue(state.values, input.key);
    // Whether it applies depends on the others; the whole form is checked before it runs.
    const alone = { ...input, conditions: null };
    const checked = checkValues([alone], value === undefined ? {} : { [input.key]: value }, caller);
    const [issue] = checked.ok ? checkPatterns([alone], checked.sent) : checked.issues;
    return issue?.message;
  };
