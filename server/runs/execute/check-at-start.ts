import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { Input, InputValues } from '@/lib/inputs/input';
import { inputNames, nameOf } from '@/lib/inputs/input-names';
import { holdsSecret } from '@/lib/inputs/secret-values';
import type { ValueIssue } from '@/lib/values/check-values';
import { withoutFormDefaults } from '@/lib/values/form-defaults';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { ClaimedRun, OpenedRun } from '@/server/runs/execute/claim-runs';
import { type RunEnd, refused } from '@/server/runs/execute/run-ends';
import { chosenChecker, OptionsLoading, optionsSoFar } from '@/server/runs/options/check-chosen';
import type { RunDefinition } from '@/server/runs/start/definition';
import { valuesChecker } from '@/server/runs/start/prepare-run';

/** The run can't be checked yet: options of a dropdown are being loaded for it. */
export const LATER = 'later';

/** Whatever a command offers changes at any time; what was chosen less than this ago was just checked. */
const JUST_CHECKED_MS = 60_000;
/** Pushboard itself loads options to check what waited. */
const BY_ITSELF = { actorUserId: null, requestId: null, address: null };

/**
 * Checks what waited against its command as it is now, before anything is sent: bulk rows, approved runs, retries, and
 * what schedules and webhooks started. Costs nothing while the command is as it was when the values were checked.
 *
 * @returns how the run ends instead, or null if it may start
 */
export async function checkAtStart(
  run: ClaimedRun,
  opened: OpenedRun,
): Promise<RunEnd | typeof LATER | null> {
  if (!isChanged(run, opened.definition) && !mayOfferOthers(run, opened.definition)) return null;
  try {
    const words = await whyRefused(run, opened);
    return words === null ? null : endOf(run, words);
  } catch (error) {
    if (error instanceof OptionsLoading) return LATER;
    if (error instanceof AppError) return endOf(run, error.message);
    throw error;
  }
}

/** Whether the form, or what the person may do with it, is no longer the one that the values were checked against. */
function isChanged({ versions, role }: ClaimedRun, definition: RunDefinition): boolean {
  if (definition.setsHidden === true && role !== 'admin') return true;
  return (
    versions?.command !== definition.commandVersion ||
    versions.template !== definition.templateVersion ||
    versions.dropdowns !== (definition.dropdownVersion ?? 0)
  );
}

/** Whether options that a command gives may have changed since they were checked, which no version tells. */
function mayOfferOthers({ trigger, queuedAt }: ClaimedRun, { inputs }: RunDefinition): boolean {
  if (inputs === null || !inputs.some(isLinked)) return false;
  return trigger === 'retry' || Date.now() - queuedAt.getTime() > JUST_CHECKED_MS;
}

const isLinked = ({ dropdownId, type }: Pick<Input, 'dropdownId' | 'type'>): boolean =>
  dropdownId !== null && (type.element ?? type).options === null;

const endOf = ({ timesLost }: ClaimedRun, words: string): RunEnd =>
  refused(
    words,
    timesLost === 0
      ? 'Nothing was sent to the source. Check the command, and run it again.'
      : 'A worker that was lost had begun this run, so it may have had effects. Check the source before you run it again.',
  );

async function whyRefused(run: ClaimedRun, opened: OpenedRun): Promise<string | null> {
  const { actor, command } = await loadCurrent(run);
  const { needsApproval, confirmationWord } = command.form.command;
  if (needsApproval && !run.isApproved) {
    return 'While this run waited, the command was set to need the approval of another engineer, which this run does not have.';
  }
  const isByPerson = run.linkedByUserId === null && run.trigger !== 'startup';
  if (isByPerson && confirmationWord !== null && confirmationWord !== opened.definition.confirmedWord) {
    return 'While this run waited, the command was set to ask for a confirmation word, which was not typed for this run.';
  }
  return whyUnfit(actor, command, opened, isByPerson);
}

/** The command as it is now, for the person who started the run; for options, as the one who linked the dropdown. */
async function loadCurrent(run: ClaimedRun): Promise<{ actor: Person; command: RunnableSubject }> {
  const actor = await personOf(run.startedByUserId);
  const { linkedByUserId: linker } = run;
  const command = await loadRunnable(
    linker === null ? actor : { ...actor, userId: linker },
    run.orgId,
    run.commandId,
    'command.run',
  );
  if (linker === null || command.standing.access === null) return { actor, command };
  // As `loadSender`: a dropdown never sets hidden inputs of the command behind it.
  const access = { ...command.standing.access, role: 'runner' as const };
  return { actor, command: { ...command, standing: { ...command.standing, access } } };
}

/** Without memberships: the claim has decided already whether the run's person still has the command. */
async function personOf(userId: string): Promise<Person> {
  const [row] = await query(
    { name: column.text, email: column.text.nullable() },
    statement`select name, email from "user" where user_id = ${userId}`,
  );
  if (row === undefined) throw new Error('A run has no person');
  return { kind: 'person', userId, name: row.name, email: row.email, memberships: [] };
}

async function whyUnfit(
  actor: Person,
  command: RunnableSubject,
  opened: OpenedRun,
  checksDropdowns: boolean,
): Promise<string | null> {
  const given = givenAgain(command, opened);
  const again = withoutFormDefaults(command.form.inputs, given);
  const checked = (
    await valuesChecker(command, actor, { leavesLimits: opened.definition.ranAnyway === true })
  )(again);
  if (!checked.ok) return unfit(command, checked.issues);
  if (checksDropdowns) {
    const unoffered = await chosenChecker(command, actor, BY_ITSELF, optionsSoFar)(again);
    if (unoffered.length > 0) return unfit(command, unoffered);
  }
  const isSame = command.form.inputs.every(
    ({ key }) =>
      Object.hasOwn(given, key) || JSON.stringify(checked.sent[key]) === JSON.stringify(opened.values[key]),
  );
  return isSame
    ? null
    : 'While this run waited, the values that the command itself sets were changed, so what would be sent is out of date.';
}

const unfit = ({ form: { inputs } }: RunnableSubject, issues: readonly ValueIssue[]): string => {
  const names = inputNames(inputs);
  const words = issues.map(({ key, message }) => `${nameOf(names, key)}: ${message}`).join('; ');
  return `While this run waited, what its command accepts changed, and these values can't be sent anymore: ${words}`;
};

/**
 * What the person would have to fill in today for the run to send what it does. What they entered comes first; where
 * the history leaves that out, it is what was sent, but never for what the command sets by itself. An input that has been
 * hidden since is compared with what would be sent: runners can't fill it in, not even with the same value.
 */
function givenAgain({ form, standing }: RunnableSubject, { values, entered }: OpenedRun): InputValues {
  const isEngineer = standing.access?.role === 'admin';
  const known = new Set(form.inputs.map(({ key }) => key));
  const given: InputValues = Object.fromEntries(Object.entries(entered).filter(([key]) => !known.has(key)));
  for (const { key, type, locked, hidden, variable } of form.inputs) {
    const isUnseen = hidden && !isEngineer;
    const isFixed = locked || variable !== null || isUnseen;
    if (!isUnseen && !holdsSecret(type) && Object.hasOwn(entered, key)) given[key] = entered[key] ?? null;
    else if (!isFixed && values[key] != null) given[key] = values[key];
  }
  return given;
}
