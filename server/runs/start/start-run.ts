import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { throughText } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import { runStatus } from '@/lib/contract/runs/run';
import type { startRun as startRunOperation } from '@/lib/contract/runs/runs';
import type { RunTrigger } from '@/lib/contract/runs/trigger';
import type { InputValues } from '@/lib/inputs/input';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { unchangedSince } from '@/server/access/memory/last-changes';
import { relyingOn } from '@/server/access/memory/remembered-actors';
import { query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { announcing } from '@/server/base/events/announcer';
import type { Context } from '@/server/operations/context';
import type { RequestKey } from '@/server/operations/idempotency';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { refuseOtherTemplate } from '@/server/runs/start/create-run';
import { definitionPart, rememberDefinition } from '@/server/runs/start/definition';
import { holdCreatedRun, insertHeldRun } from '@/server/runs/start/hold-run';
import { insertStartedRun, STARTED, withStarted } from '@/server/runs/start/insert-run';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';
import type { PreparedRun, RunChoices } from '@/server/runs/start/prepare-run';
import { readRunApproval } from '@/server/runs/start/run-approval';

/**
 * Checks the values of a created run, freezes what it executes, and puts it in line; a run that needs approval waits for
 * that first. The run, its place in line, and its audit row are one statement, so they commit together or not at all.
 */
export async function startRun({ actor, subject, body, audit, key }: Context<typeof startRunOperation>) {
  const { command, runId } = subject;
  const started = { runId, status: 'starting' as const };
  if (key?.madeId != null)
    return { ...started, approval: await readRunApproval(actor.userId, command.orgId, runId) };
  refuseOtherTemplate(body.templateId, command.templateId);
  refuseUnconfirmed(command, body.confirmation);
  const prepared = await prepareChosenRun(command, actor, body.params, 'runrams', audit, body);
  const gate = await approvalGate(command, actor);
  if (gate !== null) {
    const { approvalNote: note } = body;
    const isHeld = await holdCreatedRun(gate, { command, actor, runId, prepared, note, audit, key });
    if (!isHeld) return canceledBefore(command.orgId, runId);
    return { ...started, approval: await readRunApproval(actor.userId, command.orgId, runId) };
  }
  const ifOwn = ifOwnAndUnchanged(actor, command);
  const start = (isLate: boolean) =>
    query(
      STARTED,
      statement`with ${definitionPart(prepared.frozen)}, started as (
       update run set queued_at = now(), params = ${prepared.params}, definition_id = definition.definition_id,
         sent_values = ${prepared.sentValues}, sealed_values = ${prepared.sealedValues},
         is_dry_run = ${prepared.definition.isDryRun ?? false}, ran_anyway = ${prepared.definition.ranAnyway ?? false}
       from definition
       where run_id = ${runId} and status = 'starting' and queued_at is null ${ifOwn}
       returning org_id, run_id, command_id, started_by_user_id, trigger, started_through, scheduled_job_id,
         run.definition_id
     ), ${withStarted(command, prepared, audit, key, { isLate })}`,
    );
  const [row] = await relyingOn(actor, () => announcing(start));
  if (row === undefined) return canceledBefore(command.orgId, runId);
  rememberDefinition(prepared.frozen, row.definition_id);
  return { ...started, approval: null };
}

/** For a remembered actor, what `loadStartableRun` took for granted of the run. */
function ifOwnAndUnchanged(actor: Person, { orgId, commandId }: RunnableSubject): Statement {
  const unchanged = unchangedSince(actor, orgId);
  if (unchanged === null) return empty;
  return statement`and ${unchanged} and org_id = ${orgId} and command_id = ${commandId}
    and started_by_user_id = ${actor.userId} and started_through is not distinct from ${throughText(actor.through)}`;
}

/**
 * The answer about a run that its person canceled between its creation and its start. Throws if it was started before.
 */
async function canceledBefore(orgId: string, runId: number) {
  const [run] = await query(
    { status: runStatus },
    statement`select status::text from run
      where org_id = ${orgId} and run_id = ${runId} and definition_id is null and end_reason = 'cancelled'`,
  );
  if (run === undefined) throw new AppError('conflict', 'This run has already been started.');
  return { runId, status: run.status, approval: null };
}

/** What a person adds to a run besides its values. */
export interface RunExtras extends RunChoices {
  /** A note to the engineers who approve it. */
  approvalNote?: string | null | undefined;
  /** The command's confirmation word, if it has one. */
  confirmation?: string | null | undefined;
}

interface Start {
  command: RunnableSubject;
  actor: Person;
  trigger: RunTrigger;
  audit: AuditSource;
  key?: RequestKey | null;
  /** Whether the caller learns of the run only when it has ended. */
  isAwaited?: boolean;
}

interface UncheckedStart extends Start {
  values: InputValues;
  extras?: RunExtras | undefined;
}

/**
 * Creates a run and starts it at once, with the same guarantees, in one statement. Returns its id. A run that needs
 * approval is created, and waits for it.
 */
export async function createStartedRun({ values, extras = {}, ...start }: UncheckedStart): Promise<number> {
  const { command, actor, audit } = start;
  const { approvalNote: note, confirmation, ...choices } = extras;
  refuseUnconfirmed(command, confirmation);
  const prepared = await prepareChosenRun(command, actor, values, 'params', audit, choices);
  return startPrepared({ ...start, prepared, note });
}

interface PreparedStart extends Start {
  prepared: PreparedRun;
  note?: string | null | undefined;
}

/**
 * The same for a run whose values were checked, as `createStartedRun` does it, and whose command's word was confirmed if
 * it has one.
 */
export async function startPrepared(start: PreparedStart): Promise<number> {
  const { command, actor, prepared, trigger, audit, key = null, note, isAwaited = false } = start;
  const gate = await approvalGate(command, actor);
  if (gate !== null) return insertHeldRun(gate, { command, actor, prepared, trigger, note, audit, key });
  return insertStartedRun(command, actor, prepared, trigger, audit, key, { isAwaited });
}
