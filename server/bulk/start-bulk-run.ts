import statement from 'sql-template-tag';
import type { startBulkRun as startBulkRunOperation } from '@/lib/contract/running/bulk';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { CommandSubject } from '@/server/access/load-command';
import { transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { noteMade, type RequestKey } from '@/server/http/idempotency';
import { notifyRunChanged } from '@/server/queue/run-changes';
import { notifyQueued } from '@/server/runs/line-up';
import { type BulkProgress, bulkProgressOf } from '@/server/runs/read-bulk';
import { column, query } from '@/server/statements';

export async function startBulkRun({ subject, audit, key }: Context<typeof startBulkRunOperation>) {
  return startRows(subject.command, subject.runId, audit, key);
}

/**
 * Puts the rows of a created bulk run in line: the one place where bulk runs start. The change, one audit row for all
 * rows, and the request's key commit together. Throws 409 if it was started or has ended.
 */
export async function startRows(
  command: CommandSubject,
  runId: number,
  audit: AuditSource,
  key: RequestKey | null,
): Promise<BulkProgress> {
  if (key?.madeId != null) return bulkProgressOf(command.orgId, key.madeId);
  const { orgId } = command;
  await transaction(async (tx) => {
    const [started] = await query(
      { run_id: column.int, row_count: column.int, queued: column.text, changed: column.text },
      statement`with started as (
         update run set queued_at = now(), started_at = now(), status = 'running'
         from bulk_run b
         where run.org_id = ${orgId} and run.run_id = ${runId} and run.status = 'starting' and run.queued_at is null
           and b.org_id = run.org_id and b.run_id = run.run_id
         returning run.run_id, b.row_count
       ), in_line as (
         update open_run o set state = 'waiting' from started where o.parent_run_id = started.run_id and o.state = 'held'
       ), ${noteMade(key, 'started', 'run_id')}
       select run_id, row_count, ${notifyQueued} as queued, ${notifyRunChanged(statement`run_id`)} as changed
       from started`,
      tx,
    );
    if (started === undefined) throw new AppError('conflict', 'This bulk run has already been started.');
    await recordAudit(tx, audit, {
      orgId,
      action: 'run.start_bulk',
      subjectType: 'command',
      subjectId: String(command.commandId),
      after: { run_id: runId, rows: started.row_count },
    });
  });
  return bulkProgressOf(orgId, runId);
}
