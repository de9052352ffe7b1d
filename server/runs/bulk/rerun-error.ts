import statement, { type Sql as Statement } from 'sql-template-tag';
import {
  MOST_RERUN,
  type readErrorRerun as readErrorRerunOperation,
  type rerunError as rerunErrorOperation,
} from '@/lib/contract/runs/rerun-error';
import { recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { prepareRows } from '@/server/runs/bulk/check-rows';
import { insertBulkIn } from '@/server/runs/bulk/insert-bulk';
import { AGAIN, refuseOthersSecrets, startOnce, valuesOf } from '@/server/runs/bulk/run-again';
import { startRows } from '@/server/runs/bulk/start-bulk-run';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { FILES_COLUMN } from '@/server/runs/start/run-files';

/** How many of the runs that would be run again there are, and how many are left out. */
export async function readErrorRerun({
  subject: command,
  params: { errorId },
}: Context<typeof readErrorRerunOperation>) {
  await refuseRunners(command, errorId);
  const [row] = await query(
    { runs: column.int, uncertain: column.int },
    statement`select count(*) filter (where not is_uncertain)::int as runs,
        count(*) filter (where is_uncertain)::int as uncertain
      from (select ${isUncertain(command)} as is_uncertain from ${failedWith(command, errorId)}) failed`,
  );
  return { runs: Math.min(row?.runs ?? 0, MOST_RERUN), uncertain: row?.uncertain ?? 0 };
}

/**
 * Runs again what failed with an error since it was last open, checked as the command and the caller are now. The failed
 * runs are marked as handled together with the new ones, so nothing is run again twice. Writes that may have happened
 * are left out. Values with passwords are run again only by the person who entered them.
 */
export async function rerunError({
  actor,
  subject: command,
  params: { errorId },
  body,
  audit,
  key,
}: Context<typeof rerunErrorOperation>) {
  const { orgId } = command;
  const how = { command, actor, note: body.approvalNote, audit, key: null };
  await refuseRunners(command, errorId);
  if (key?.madeId != null) return startOnce({ ...how, runId: key.madeId });
  refuseUnconfirmed(command, body.confirmation);
  const rows = await readRows(command, errorId);
  if (rows.length === 0) {
    throw new AppError('conflict', 'No run that failed with this error is left to run again.');
  }
  refuseOthersSecrets(rows, actor.userId);
  const values = rows.map(({ credential_id: credentialId, ...row }) => valuesOf(row, credentialId, command));
  const prepared = await prepareRows(command, actor, values, audit);
  const origin = { runGroupId: null, rerunOf: null, sourceRunId: null };
  const runIds = rows.map(({ run_id }) => run_id);
  const made = await transaction(async (tx) => {
    await markDealtWith(tx, orgId, actor.userId, runIds);
    await recordAudit(tx, audit, {
      orgId,
      action: 'error.rerun',
      subjectType: 'error',
      subjectId: String(errorId),
      after: { command_id: command.commandId, runs: runIds.length },
    });
    return insertBulkIn(tx, command, actor, prepared, origin, key);
  });
  return startRows({ ...how, runId: made.runId });
}

/** Errors are for the engineers of a command. Throws 404 for others, and for an error that never hit the command. */
async function refuseRunners(
  { orgId, commandId, standing }: RunnableSubject,
  errorId: number,
): Promise<void> {
  const [hit] = await query(
    {},
    statement`select from error_hit
      where org_id = ${orgId} and error_group_id = ${errorId}::bigint and command_id = ${commandId} limit 1`,
  );
  if (hit === undefined || standing.access?.role !== 'admin') throw notFound();
}

/** What a run did at the source isn't known, and doing it twice may matter. */
const isUncertain = ({ form }: RunnableSubject): Statement => statement`
  (r.end_reason in ('timed_out', 'worker_lost') and ${form.template.warningTag !== 'safe'})`;

/**
 * The runs `r` that failed with an error since it was last open and have not been handled: not by a person, by a later
 * attempt, or by a bulk run that ran failed rows again.
 */
const failedWith = ({ orgId, commandId }: RunnableSubject, errorId: number): Statement => statement`
  grouped_run e
  join error_group g on g.org_id = e.org_id and g.error_group_id = e.error_group_id
  join run r on r.org_id = e.org_id and r.run_id = e.run_id and r.command_id = ${commandId}
    and r.ended_at >= g.opened_at
  join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
  where e.error_group_id = ${errorId}::bigint and e.org_id = ${orgId} and r.params is not null and not r.is_dry_run
    and r.trigger not in ('retry', 'undo', 'dropdown', 'startup')
    and not exists (select from run_mark m where m.org_id = r.org_id and m.run_id = r.run_id)
    and not exists (select from run a where a.parent_run_id = r.run_id and a.trigger = 'retry' and a.status <> 'failed')
    and not (r.trigger = 'bulk' and exists (
      select from bulk_run b where b.org_id = r.org_id and b.rerun_of = r.parent_run_id))`;

const readRows = (command: RunnableSubject, errorId: number) =>
  query(
    { ...AGAIN, credential_id: column.int },
    statement`select r.run_id, r.started_by_user_id, r.params, r.sent_values, r.sealed_values, r.definition_id,
        ${FILES_COLUMN} as files, (d.content::jsonb->>'credentialId')::int as credential_id
      from ${failedWith(command, errorId)} and not ${isUncertain(command)}
      order by r.run_id limit ${MOST_RERUN}`,
  );

/** Throws 409 if another person has handled one of them meanwhile. */
async function markDealtWith(
  tx: Sql,
  orgId: string,
  userId: string,
  runIds: readonly number[],
): Promise<void> {
  const marked = await query(
    { run_id: column.int },
    statement`insert into run_mark (org_id, run_id, marked_by_user_id)
      select ${orgId}, run_id, ${userId} from unnest(${[...runIds]}::bigint[]) as chosen (run_id)
      on conflict do nothing returning run_id`,
    tx,
  );
  if (marked.length === runIds.length) return;
  throw new AppError(
    'conflict',
    'Someone else has just handled some of these runs. Nothing was started. Reload to see what is left.',
  );
}
