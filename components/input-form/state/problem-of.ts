import { checkValues } from '@/lib/values/check-values';
import type { ValuesCaller } from '@/lib/values/values-caller';
import type { ProblemOf } from './form-state';
import { ownValue } from './own-value';
import { parseJsonText } from './parse-json-text';

/** Finds errors for a caller. Its code is large, so pages fetch it after they have drawn the form. */
export const problemsFor =
  (caller: ValuesCaller): ProblemOf =>
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
    return checked.ok ? undefined : checked.issues[0]?.message;
  };
