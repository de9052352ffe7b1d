import type { Person } from '@/lib/access/vocabulary';
import { checkValues } from '@/lib/inputs/check-values';
import type { InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { withoutSecrets } from '@/lib/inputs/secret-values';
import type { CommandSubject } from '@/server/access/load';
import { unsafeLoadForm } from '@/server/commands/load-form';
import { AppError } from '@/server/errors';
import { patternIssues } from '@/server/inputs/check-patterns';
import { freezeValues, type RunSnapshot } from '@/server/runs/snapshot';
import { variablesFor } from '@/server/startup/variables';

export interface PreparedRun {
  snapshot: RunSnapshot;
  /** What was filled in, as the history keeps it: without passwords. */
  params: InputValues;
}

/**
 * Checks the values against the command's inputs, with the same rules as the form, and freezes what will be
 * sent. Throws 400 with an issue per input, `{paramsKey}.{input key}`; the
 * message names inputs as the form does.
 */
export async function prepareRun(
  command: CommandSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
): Promise<PreparedRun> {
  const form = await unsafeLoadForm(command.orgId, command.commandId);
  const checked = checkValues(form.inputs, values, {
    variables: await variablesFor(actor, command.orgId, form.inputs),
    mayOverrideHidden: command.standing.access?.role === 'admin',
  });
  const found = checked.ok ? patternIssues(form.inputs, checked.sent) : checked.issues;
  if (!checked.ok || found.length > 0) {
    const issues = found.map(({ key, message }) => ({ path: `${paramsKey}.${key}`, message }));
    const names = inputNames(form.inputs);
    const words = found.map(({ key, message }) => `${nameOf(names, key)}: ${message}`).join('; ');
    throw new AppError('invalid', `Some of the input values are invalid: ${words}`, { issues });
  }
  const { sourceKind, credentialId, cloudName, executable, version } = form.template;
  const snapshot = {
    commandName: form.command.name,
    templateVersion: version,
    sourceKind,
    credentialId,
    cloudName,
    executable,
    inTransaction: form.command.executeInTransaction,
    ...freezeValues(command.orgId, credentialId, form.inputs, checked.sent),
  };
  return { snapshot, params: withoutSecrets(form.inputs, values) };
}
