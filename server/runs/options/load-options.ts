import type { Person } from '@/lib/access/vocabulary';
import { changesData } from '@/lib/commands/warning-tag';
import type { Input, InputValues } from '@/lib/inputs/input';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import { type LinkedDropdown, loadSender } from '@/server/commands/dropdowns/linked-dropdowns';
import { variablesFor } from '@/server/people/variables/variables';
import {
  type OptionsRuns,
  optionsKey,
  startOptionsRun,
  waitForOptions,
} from '@/server/runs/options/options-runs';
import { answersEachPerson } from '@/server/runs/options/own-options';
import { senderValues } from '@/server/runs/options/sender-values';
import { type PreparedRun, prepareRun } from '@/server/runs/start/prepare-run';

/** How long a run may check a value against an older result: forms stay open for a day. */
export const CHECKED_MS = 24 * 60 * 60_000;

/** Why options can't be loaded at all; for the person who fills in the form. */
export class Unavailable extends Error {}

/** What it takes to load the options of one input, with some values of its form. */
export interface Loadable {
  sender: RunnableSubject;
  linked: LinkedDropdown;
  prepared: PreparedRun;
  key: string;
}

/**
 * Prepares loading an input's options. Returns the form's inputs that are to be filled in first instead, if there are
 * any. Throws `Unavailable`.
 *
 * @param loaded the sender as `loadSender` returns it, for callers that have it
 */
export async function prepareOptions(
  actor: Person,
  command: RunnableSubject,
  input: Input,
  linked: LinkedDropdown,
  given: InputValues,
  loaded?: RunnableSubject | null,
): Promise<Loadable | { needs: string[] }> {
  const sender = loaded === undefined ? await loadSender(command.orgId, linked) : loaded;
  if (sender === null) {
    throw new Unavailable(
      'The engineer who linked this dropdown no longer has access to the command behind it. Another engineer must link it again.',
    );
  }
  if (changesData(sender.form.template.warningTag)) {
    throw new Unavailable(
      'The command behind this dropdown is marked as changing data, so it is not run for options. An engineer must choose another.',
    );
  }
  const { inputs } = command.form;
  const variables = await variablesFor(actor, command.orgId, [...inputs, ...sender.form.inputs]);
  const others = inputs.filter(({ inputId }) => inputId !== input.inputId);
  const { values, needs } = senderValues(others, sender.form.inputs, given, variables);
  if (needs.length > 0) return { needs };
  try {
    const prepared = await prepareRun(sender, actor, values, 'params');
    const ownerId = (await answersEachPerson(sender)) ? actor.userId : null;
    return { sender, linked, prepared, key: optionsKey(sender, prepared, ownerId) };
  } catch (error) {
    // Its message would name inputs of the sender (S17).
    if (error instanceof AppError && error.code === 'invalid') {
      throw new Unavailable("The command behind this dropdown can't run with the values of this form.");
    }
    throw error;
  }
}

export const isUnavailable = (error: unknown): error is Error => error instanceof Unavailable;

/**
 * Starts a run for the options and waits for it, at most so long.
 *
 * @param seen what the caller knew when it decided that a run is needed
 */
export async function runForOptions(
  actor: Person,
  { sender, linked, prepared, key }: Loadable,
  seen: OptionsRuns,
  audit: AuditSource,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<OptionsRuns> {
  const runId = await startOptionsRun({ actor, sender, linked, prepared, key, audit, seen });
  return waitForOptions(sender, key, runId, timeoutMs, signal);
}
