import type { deleteResults as deleteResultsOperation } from '@/lib/contract/results/deleted-results';
import { recordAudit } from '@/server/access/audit';
import { loadRunsFor } from '@/server/access/load/load-run';
import { transaction } from '@/server/base/database/db';
import type { Context } from '@/server/operations/context';
import { deleteResult } from '@/server/results/stored/delete-result';
import { clearResults } from '@/server/runs/history/clear-results';

/** Files are deleted a few at a time, so that other requests aren't kept waiting. */
const FILES_AT_ONCE = 8;

/**
 * Deletes the results of several runs, as far as the caller may: the others are counted, and left as they are. Throws
 * 404 if one of the runs isn't visible.
 */
export async function deleteResults({
  actor,
  subject: { orgId },
  body: { runIds },
  audit,
}: Context<typeof deleteResultsOperation>) {
  const { seen, allowed } = await loadRunsFor(actor, orgId, runIds, 'run.deleteResult');
  const { deletedIds, inProgress } = await transaction(async (tx) => {
    const cleared = await clearResults(tx, orgId, [...allowed], actor.userId);
    const ids = cleared.deletedIds;
    if (ids.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: 'run.delete_results',
        subjectType: 'org',
        subjectId: orgId,
        after: { runs: ids.length, run_ids: ids },
      });
    }
    return cleared;
  });
  // After the commit, for all of them: files that were left by a crash before are removed with them.
  await deleteFiles(
    orgId,
    [...allowed].filter((runId) => seen.get(runId)?.isOver === true),
  );
  return { deleted: deletedIds.length, refused: seen.size - allowed.size, inProgress };
}

async function deleteFiles(orgId: string, runIds: readonly number[]): Promise<void> {
  for (let at = 0; at < runIds.length; at += FILES_AT_ONCE) {
    await Promise.all(runIds.slice(at, at + FILES_AT_ONCE).map((runId) => deleteResult(orgId, runId)));
  }
}
