import statement, { type Sql as Statement } from 'sql-template-tag';
import type { cancelRun as cancelRunOperation } from '@/lib/contract/runs/runs';
import { runError } from '@/lib/runs/run-error';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { notifyRunEnded } from '@/server/base/events/run-changes';
import type { Context } from '@/server/operations/context';
import { settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { NOT_BEGUN } from '@/server/runs/execute/run-ends';

/** The channel on which workers receive requests to stop a run; the payload is the run's id. */
export const RUN_CANCEL = 'run_cancel';

const CANCELLED = runError('The run was canceled.', NOT_BEGUN);

/**
 * Requests that a run be stopped, and each row of a bulk run with it. A run that no worker has claimed yet ends at once;
 * one in progress ends when its worker has stopped the work at the source.
 */
export async function cancelRun({
  actor,
  subject,
  audit,
}: Pick<Context<typeof cancelRunOperation>, 'actor' | 'subject' | 'audit'>) {
  const { runId, orgId, command } = subject;
  const status = await transaction(async (tx) => {
    await waitForClaims(tx);
    const rows = await query(
      {
        run_id: column.int,
        status: column.oneOf(['starting', 'running', 'failed']),
        notified: column.text.nullable(),
      },
      statement`with canceled as (
         ${cancelRuns(
           actor.userId,
           statement`org_id = ${orgId} and (run_id = ${runId}
           or (parent_run_id = ${runId} and trigger = 'bulk'))`,
         )}
       ), ${withdrawRequests(actor.userId)}, ${leaveLine(statement`canceled`)}
       select run_id, status, ${notifyCanceled(runId)} as notified from canceled where run_id = ${runId} or status = 'running'`,
      tx,
    );
    const row = rows.find((each) => each.run_id === runId);
    if (row === undefined) throw new AppError('conflict', 'This run has already ended.');
    await recordAudit(tx, audit, {
      orgId,
      action: 'run.cancel',
      subjectType: 'run',
      subjectId: String(runId),
      after: { kit_id: command.commandId },
    });
    return row.status;
  });
  await settleBulkRuns(null);
  return { runId, status };
}

/**
 * Workers claim several runs in one statement, and canceling changes many: one after the other, neither waits for a run
 * that the other holds.
 */
export async function waitForClaims(tx: Sql): Promise<void> {
  await query({ locked: column.text }, statement`select pg_advisory_xact_lock(7001)::text as locked`, tx);
}

/** Ends those of some runs that nobody has claimed, and asks for the end of those in progress. */
export const cancelRuns = (userId: string, which: Statement): Statement => statement`
  update run set
    cancel_requested_by = ${userId},
    status = case when status = 'starting' then 'failed' else status end,
    end_reason = case when status = 'starting' then 'cancelled'::run_end_reason end,
    queued_at = coalesce(queued_at, now()),
    ended_at = case when status = 'starting' then now() end,
    errors = case when status = 'starting' then ${JSON.stringify([CANCELLED])}::text::jsonb end
  where ${which} and status in ('starting', 'running')
  returning org_id, run_id, status`;

/** A CTE: the requests for approval of runs in `canceled` are withdrawn; one of a bulk run only with the whole of it. */
export const withdrawRequests = (userId: string): Statement => statement`
  withdrawn as (
    update approval_request a set state = 'withdrawn', answered_at = now(), answered_by_user_id = ${userId}
    from canceled c join approval_run ar on ar.org_id = c.org_id and ar.run_id = c.run_id
    where a.org_id = ar.org_id and a.approval_id = ar.approval_id and a.state = 'waiting'
      and (a.run_count = 1 or exists (select from bulk_run b where b.org_id = c.org_id and b.run_id = c.run_id))
    returning a.approval_id
  ), settled as (
    update notification n set read_at = now() from withdrawn w
    where n.approval_id = w.approval_id and n.kind = 'approval_to_answer' and n.read_at is null
  )`;

/** CTEs: runs that ended leave the line, and those elsewhere are looked at now. */
export const leaveLine = (canceled: Statement): Statement => statement`
  left_line as (
    delete from open_run o using ${canceled} c
    where o.org_id = c.org_id and o.run_id = c.run_id and c.status = 'failed'
  ), looked_at as (
    update open_run o set look_at = now() from ${canceled} c
    where o.org_id = c.org_id and o.run_id = c.run_id and c.status = 'running' and o.state = 'elsewhere'
  )`;

/** Notifies workers of runs to stop, and watchers of the one that was canceled. */
const notifyCanceled = (runId: number): Statement => statement`
  case when status = 'running' then pg_notify(${RUN_CANCEL}, run_id::text)
    when run_id = ${runId} then ${notifyRunEnded(statement`run_id`)} end`;
