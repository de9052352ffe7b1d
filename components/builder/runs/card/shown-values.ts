import type { Command } from '@/components/builder/use-command';
import { isSecret } from '@/lib/inputs/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames } from '@/lib/inputs/input-names';
import { summarizeValues } from '@/lib/results/values-summary';

/** The values of a run for display, in the order of the form; passwords are masked. */
export function shownValues({ template }: Command, values: InputValues): InputValues {
  const secrets = new Set(template.inputs.filter(isSecret).map(({ key }) => key));
  // Values without an input in the form come last.
  const places = new Map(template.inputs.map(({ key }, index) => [key, index]));
  const placeOf = (key: string) => places.get(key) ?? places.size;
  return Object.fromEntries(
    Object.entries(values)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([key, value]) => [key, secrets.has(key) ? '••••••' : value]),
  );
}

/** The same in one short line, with the form's names. */
export function valuesLine(command: Command, values: InputValues): string {
  return summarizeValues(shownValues(command, values), inputNames(command.template.inputs));
}
