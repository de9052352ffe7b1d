import type { Person } from '@/lib/access/vocabulary';
import type { InputValues } from '@/lib/inputs/input';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { chosenChecker, loadedOptions, type TakeOptions } from '@/server/runs/options/check-chosen';
import {
  invalidValues,
  type PreparedRun,
  prepareRun,
  type RunChoices,
} from '@/server/runs/start/prepare-run';

/**
 * Prepares a run whose values a person chose: besides what `prepareRun` checks, each value of a dropdown must be one of
 * its options. Throws 400 as `checkedValues` does, and what `takeOptions` throws; by default, it waits for options that
 * have to be loaded.
 */
export async function prepareChosenRun(
  command: RunnableSubject,
  actor: Person,
  values: InputValues,
  paramsKey: 'runrams' | 'params',
  audit: AuditSource,
  { takeOptions = loadedOptions, ...choices }: RunChoices & { takeOptions?: TakeOptions } = {},
): Promise<PreparedRun> {
  const prepared = await prepareRun(command, actor, values, paramsKey, choices);
  const unoffered = await chosenChecker(command, actor, audit, takeOptions)(prepared.values);
  if (unoffered.length > 0) throw invalidValues(command.form.inputs, unoffered, paramsKey);
  return prepared;
}
