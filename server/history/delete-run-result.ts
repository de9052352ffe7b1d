import statement from 'sql-template-tag';
import type { deleteRunResult as deleteRunResultOperation } from '@/lib/contract/history';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { deleteResult } from '@/server/results/delete-result';
import { countResult } from '@/server/results/result-usage';
import { column, execute, query } from '@/server/statements';

/**
 * Deletes the result of a run: its rows, its log, and its error. The run itself stays, so that history still says who
 * ran what, when, and with which values. Deleting twice changes nothing. Throws 409 while the run is in progress.
 */
export async function deleteRunResult({
  subject,
  audit,
}: Context<typeof deleteRunResultOperation>): Promise<undefined> {
  const { orgId, runId, command } = subject;
  await transaction(async (tx) => {
    const [row] = await query(
      { is_over: column.boolean, is_deleted: column.boolean, result_bytes: column.bigint.nullable() },
      statement`select status not in ('starting', 'running') as is_over, result_deleted_at is not null as is_deleted,
         result_bytes
       from run where org_id = ${orgId} and run_id = ${runId} for update`,
      tx,
    );
    if (row?.is_over === false) {
      throw new AppError('conflict', 'This run is still in progress. Cancel it, or wait until it ends.');
    }
    if (row === undefined || row.is_deleted) return;
    await execute(
      statement`with deleted as (
         update run set has_result = false, result_deleted_at = now(), log_text = null, errors = null,
           result_facts = null, result_bytes = 0
         where org_id = ${orgId} and run_id = ${runId}
         returning org_id
       ), uncounted as (${countResult(statement`deleted`, -Number(row.result_bytes ?? 0))}
       ), answer as (delete from run_result where org_id = ${orgId} and run_id = ${runId})
       delete from run_log where run_id = ${runId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'run.delete_result',
      subjectType: 'run',
      subjectId: String(runId),
      after: { kit_id: command.commandId },
    });
  });
  // After the commit: if this process crashes before the rows are removed, the next attempt removes them.
  await deleteResult(orgId, runId);
  return undefined;
}
