import type { Person } from '@/lib/access/vocabulary';
import { checkValues } from '@/lib/inputs/check-values';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { RunnableSubject } from '@/server/access/load-command';
import { AppError } from '@/server/errors';
import { patternIssues } from '@/server/inputs/check-patterns';
import {
  definitionOf,
  type FrozenDefinition,
  freezeDefinition,
  type RunDefinition,
} from '@/server/runs/definition';
import { type KeptValues, keepValues } from '@/server/runs/run-values';
import { withOpenDefaults } from '@/server/settings/sealed-default';
import { variablesFor } from '@/server/startup/variables';

export interface PreparedRun extends KeptValues {
  definition: RunDefinition;
  frozen: FrozenDefinition;
  /** What was filled in, as the history keeps it: JSON text without passwords. */
  params: string;
}

/**
 * Checks the values against the command's inputs, with the same rules as the form, and freezes what will be executed.
 * Throws as `checkedValues` does.
 */
export async function prepareRun(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
): Promise<PreparedRun> {
  const { form } = command;
  const sent = await checkedValues(command, actor, values, paramsKey);
  const definition = definitionOf(form);
  const params = JSON.stringify(withoutSecrets(form.inputs, values));
  return {
    definition,
    frozen: freezeDefinition(command.orgId, definition),
    params,
    ...keepValues(command.orgId, definition.credentialId, form.inputs, sent, params),
  };
}

/**
 * The values as they are sent, by input key. Throws 400 with an issue per input, `{paramsKey}.{input key}`; the
 * message names inputs as the form does.
 */
export async function checkedValues(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
) {
  const { inputs } = command.form;
  const opened = await withOpenDefaults(command.orgId, command.commandId, inputs);
  const checked = checkValues(opened, values, {
    variables: await variablesFor(actor, command.orgId, inputs),
    mayOverrideHidden: command.standing.access?.role === 'admin',
  });
  const found = checked.ok ? patternIssues(inputs, checked.sent) : checked.issues;
  if (checked.ok && found.length === 0) return checked.sent;
  const issues = found.map(({ key, message }) => ({ path: `${paramsKey}.${key}`, message }));
  const names = inputNames(inputs);
  const words = found.map(({ key, message }) => `${nameOf(names, key)}: ${message}`).join('; ');
  throw new AppError('invalid', `Some of the input values are invalid: ${words}`, { issues });
}
