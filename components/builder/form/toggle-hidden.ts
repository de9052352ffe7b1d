import { ownValue } from '@/components/input-form/state/own-value';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { isEmpty } from '@/lib/inputs/is-empty';
import { hasSealedDefault } from '@/lib/inputs/secret-values';
import type { FormActions } from './use-form-state';

/**
 * Shows the hidden inputs of a form with their defaults, or hides them again, unless a required one is empty.
 *
 * @param all the inputs of the command
 * @returns whether they are shown now
 */
export function toggleHidden(form: FormActions, all: readonly Input[], isShown: boolean): boolean {
  const hidden = all.filter((input) => input.hidden);
  if (!isShown) {
    form.insert(defaultsOf(hidden), hidden);
    return true;
  }
  const missing = hidden.filter((input) => isEmptyRequired(input, form.state.values));
  if (missing.length === 0) return false;
  const names = inputNames(all);
  const missed = missing.map(({ key }) => nameOf(names, key)).join(', ');
  toast.danger(`Fill in the required inputs before hiding them: ${missed}`);
  return true;
}

/** The values the hidden inputs would be sent with, so that showing them changes nothing. */
function defaultsOf(hidden: readonly Input[]): InputValues {
  return Object.fromEntries(
    hidden
      .filter((input) => input.defaultValue !== null && !hasSealedDefault(input))
      .map(({ key, defaultValue }) => [key, defaultValue]),
  );
}

function isEmptyRequired(input: Input, values: InputValues): boolean {
  const { key, defaultAmbiguousInput, locked, variable } = input;
  if (hasSealedDefault(input)) return false;
  if (defaultAmbiguousInput !== 'required' || locked || variable !== null) return false;
  return isEmpty(input, ownValue(values, key));
}
