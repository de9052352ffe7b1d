import type { Command } from '@/components/builder/use-command';
import { namedValue } from '@/lib/inputs/choices/option-names';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import { summarizeValues } from '@/lib/results/values-summary';

/** The values of a run for display, in the order and with the options' names of the form; passwords are masked. */
export function shownValues({ template }: Command, values: InputValues): InputValues {
  const byKey = new Map(template.inputs.map((input) => [input.key, input]));
  // Values without an input in the form come last.
  const places = new Map(template.inputs.map(({ key }, index) => [key, index]));
  const placeOf = (key: string) => places.get(key) ?? places.size;
  return Object.fromEntries(
    Object.entries(values)
      .sort(([one], [other]) => placeOf(one) - placeOf(other))
      .map(([key, value]) => {
        const input = byKey.get(key);
        if (input === undefined) return [key, value];
        return [key, holdsSecret(input.type) ? '••••••' : namedValue(input, value)];
      }),
  );
}

/** The same in one short line, with the form's names. */
export function valuesLine(command: Command, values: InputValues): string {
  return summarizeValues(shownValues(command, values), inputNames(command.template.inputs));
}
