import { holdsFile } from '@/lib/inputs/file-parts';
import type { Input, InputValues } from '@/lib/inputs/input';
import { holdsSecret } from '@/lib/inputs/secret-values';

/** Whether an input's value is set by the command or by who runs it, and is only shown. */
export function isFixed(input: Input): boolean {
  return input.locked || input.variable !== null;
}

/** The visible inputs of the form, in order. */
export function shownInputs(inputs: readonly Input[]): Input[] {
  return inputs.filter((input) => !input.hidden).sort((a, b) => a.order - b.order);
}

/** The inputs that the person fills in. */
export function editableInputs(inputs: readonly Input[]): Input[] {
  return shownInputs(inputs).filter((input) => !isFixed(input));
}

/** Whether a value may leave the form only to run, because it is secret or large: not in URLs, drafts, or copies. */
export function isSecret(input: Input): boolean {
  return holdsSecret(input.type) || holdsFile(input.type);
}

/** Whether the form opens with this input's default filled in. A secret's is filled in by the server. */
export function hasPrefilledDefault(input: Input): boolean {
  return input.useDefaultValue && input.defaultValue !== null && !holdsSecret(input.type);
}

/** The inputs whose values may be kept and shown outside the form. */
export const openInputs = (inputs: readonly Input[]): Input[] =>
  editableInputs(inputs).filter((input) => !isSecret(input));

/** The values that the person filled in and that aren't secret: only these stand in URLs, drafts, copies, and presets. */
export function openValues(inputs: readonly Input[], values: InputValues): InputValues {
  const open = new Set(openInputs(inputs).map(({ key }) => key));
  return Object.fromEntries(Object.entries(values).filter(([key]) => open.has(key)));
}
