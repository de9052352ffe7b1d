import statement from 'sql-template-tag';
import type { cancelRun as cancelRunOperation } from '@/lib/contract/runs';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { notifyRunEnded } from '@/server/queue/run-changes';
import { runError } from '@/server/runs/settle-run';
import { column, query } from '@/server/statements';

/** The channel on which workers receive requests to stop a run; the payload is the run's id. */
export const RUN_CANCEL = 'run_cancel';

const CANCELLED = runError('The run was canceled.');

/**
 * Requests that a run be stopped. A run that no worker has claimed yet ends at once; one in progress ends when its
 * worker has stopped the work at the source.
 */
export async function cancelRun({
  actor,
  subject,
  audit,
}: Pick<Context<typeof cancelRunOperation>, 'actor' | 'subject' | 'audit'>) {
  const { runId, orgId, command } = subject;
  const status = await transaction(async (tx) => {
    const [row] = await query(
      {
        status: column.oneOf(['starting', 'running', 'failed']),
        ended: column.text.nullable(),
        notified: column.text,
      },
      statement`with canceled as (
         update run set
           cancel_requested_by = ${actor.userId},
           status = case when status = 'starting' then 'failed' else status end,
           end_reason = case when status = 'starting' then 'cancelled'::run_end_reason end,
           queued_at = coalesce(queued_at, now()),
           ended_at = case when status = 'starting' then now() end,
           errors = case when status = 'starting' then ${JSON.stringify([CANCELLED])}::text::jsonb end
         where org_id = ${orgId} and run_id = ${runId} and status in ('starting', 'running')
         returning org_id, run_id, status
       ), left_line as (
         delete from open_run o using canceled c
         where o.org_id = c.org_id and o.run_id = c.run_id and c.status = 'failed'
       ), withdrawn as (
         update approval_request a set state = 'withdrawn', answered_at = now(), answered_by_user_id = ${actor.userId}
         from canceled c join approval_run ar on ar.org_id = c.org_id and ar.run_id = c.run_id
         where a.org_id = ar.org_id and a.approval_id = ar.approval_id and a.state = 'waiting' and a.run_count = 1
         returning a.approval_id
       ), settled as (
         update notification n set read_at = now() from withdrawn w
         where n.approval_id = w.approval_id and n.kind = 'approval_to_answer' and n.read_at is null
       ), looked_at as (
         update open_run o set look_at = now() from canceled c
         where o.org_id = c.org_id and o.run_id = c.run_id and c.status = 'running' and o.state = 'elsewhere'
       )
       select status, case when status = 'failed' then ${notifyRunEnded(statement`run_id`)} end as ended,
         pg_notify(${RUN_CANCEL}, run_id::text) as notified
       from canceled`,
      tx,
    );
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
  return { runId, status };
}
