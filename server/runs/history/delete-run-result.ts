import type { deleteRunResult as deleteRunResultOperation } from '@/lib/contract/runs/history';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { deleteResult } from '@/server/results/stored/delete-result';
import { clearResults } from '@/server/runs/history/clear-results';

/**
 * Deletes the result of a run: its rows, its log, and its error. The run itself stays, so that history still says who
 * ran what, when, and with which values. Deleting twice changes nothing. Throws 409 while the run is in progress.
 */
export async function deleteRunResult({
  actor,
  subject,
  audit,
}: Context<typeof deleteRunResultOperation>): Promise<undefined> {
  const { orgId, runId, command } = subject;
  await transaction(async (tx) => {
    const { deletedIds, inProgress } = await clearResults(tx, orgId, [runId], actor.userId);
    if (inProgress > 0) {
      throw new AppError('conflict', 'This run is still in progress. Cancel it, or wait until it ends.');
    }
    if (deletedIds.length === 0) return;
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
