import type { Input } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';

/** Whether an input's value is decided by the command or by who runs it, and only shown. */
export function isFixed(input: Input): boolean {
  return input.locked || input.variable !== null;
}

/** The inputs that the form shows, in its order. */
export function shownInputs(inputs: readonly Input[]): Input[] {
  return inputs.filter((input) => !input.hidden).sort((a, b) => a.order - b.order);
}

/** The inputs that the person fills in. */
export function editableInputs(inputs: readonly Input[]): Input[] {
  return shownInputs(inputs).filter((input) => !isFixed(input));
}

/** Whether a value must not leave the form but to run, because it is secret or large: not into URLs, drafts or copies. */
export function isSecret(input: Input): boolean {
  return holdsSecret(input.type) || input.type.component === 'b-file';
}
