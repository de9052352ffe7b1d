import type { cancelRun as cancelRunOperation, run } from '@/lib/contract/runs';
import type { Ours } from '@/lib/contract/wire';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { notifyRunChangedSql } from '@/server/runs/run-changes';
import { runError } from '@/server/runs/settle-run';

/** The channel on which workers are asked to stop a run; its payload is the run's id. */
export const RUN_CANCEL = 'run_cancel';

/**
 * Asks for a run to be stopped. One that no worker has taken yet ends at once; one that is running ends when
 * its worker has stopped the work at the source.
 */
export async function cancelRun({ actor, subject, audit }: Context<typeof cancelRunOperation>) {
  const { runId, orgId, command } = subject;
  const status = await transaction(async (tx) => {
    const [row] = await tx.query<{ status: Ours<typeof run>['status'] }>(
      `with cancelled as (
         update run set
           cancel_requested_by = $2,
           status = case when status = 'starting' then 'failed' else status end,
           end_reason = case when status = 'starting' then 'cancelled'::run_end_reason end,
           ended_at = case when status = 'starting' then now() end,
           errors = case when status = 'starting' then $3::text::jsonb end
         where run_id = $1 and status in ('starting', 'running')
         returning run_id, status
       )
       select status, ${notifyRunChangedSql('run_id')}, pg_notify('${RUN_CANCEL}', run_id::text) from cancelled`,
      [runId, actor.userId, JSON.stringify([runError('The run was cancelled.')])],
    );
    if (row === undefined) throw new AppError('conflict', 'This run has ended already.');
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
