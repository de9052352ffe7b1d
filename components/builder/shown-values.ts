import { isSecret } from '@/components/input-form/form-inputs';
import type { InputValues } from '@/lib/inputs/input';
import type { Command } from './use-command';

/** The values of a run as they may be shown: passwords are not, and neither are whole files. */
export function shownValues({ template }: Command, values: InputValues): InputValues {
  const secrets = new Set(template.inputs.filter(isSecret).map(({ key }) => key));
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, secrets.has(key) ? '••••••' : value]),
  );
}
