import statement from 'sql-template-tag';
import type { createBulkRun as createBulkRunOperation } from '@/lib/contract/runs/bulk';
import { loadRun } from '@/server/access/load/load-run';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { prepareRows } from '@/server/runs/bulk/check-rows';
import { insertBulk } from '@/server/runs/bulk/insert-bulk';
import { readBulkProgress } from '@/server/runs/bulk/read-bulk';
import { refuseOtherCaller, refuseOtherTemplate } from '@/server/runs/start/create-run';

/**
 * Checks all rows, and creates a run for each; nothing happens at the source until they are started. Throws 404 if the
 * rows are said to come from a run that the person can't see, and 409 if that run has no result or no failed rows to take.
 */
export async function createBulkRun({
  actor,
  subject,
  body,
  audit,
  key,
}: Context<typeof createBulkRunOperation>) {
  if (key?.madeId != null)
    return { runId: key.madeId, children: await childrenOf(subject.orgId, key.madeId) };
  refuseOtherTemplate(body.templateId, subject.templateId);
  refuseOtherCaller(body.uoId, actor, subject.orgId);
  const { rowNumbers = [] } = body;
  if (rowNumbers.length !== 0 && rowNumbers.length !== body.rows.length) {
    throw new AppError('invalid', 'There must be a number for each row, or none.', {
      issues: [{ path: 'rowNumbers', message: 'Must have as many numbers as there are rows' }],
    });
  }
  const sourceRunId = body.sourceRunId ?? null;
  if (sourceRunId !== null) {
    await loadRun(actor, subject.orgId, null, sourceRunId, 'run.see');
    await unsafeRefuseWithoutResult(subject.orgId, sourceRunId);
  }
  const rerunOf = body.rerunOf ?? null;
  if (rerunOf !== null) {
    await loadRun(actor, subject.orgId, subject.commandId, rerunOf, 'run.see');
    await unsafeRefuseWithoutFailedRows(subject.orgId, rerunOf);
  }
  const prepared = await prepareRows(subject, actor, body.rows, audit);
  const origin = { runGroupId: body.runGroupId ?? null, rerunOf, sourceRunId, rowNumbers };
  const { runId, childIds } = await insertBulk(subject, actor, prepared, origin, key);
  const children = prepared.map(({ params }, row) => ({
    runId: childIds[row] ?? 0,
    params: JSON.parse(params),
  }));
  return { runId, children };
}

/** Throws 409 if a run has not ended, or has no result. Whether the person sees that run must be decided before. */
async function unsafeRefuseWithoutResult(orgId: string, runId: number): Promise<void> {
  const [run] = await query(
    { is_over: column.boolean, has_result: column.boolean, is_deleted: column.boolean },
    statement`select status not in ('starting', 'running') as is_over, has_result,
        result_deleted_at is not null as is_deleted
      from run where org_id = ${orgId} and run_id = ${runId}::bigint`,
  );
  if (run === undefined || !run.is_over) {
    throw new AppError(
      'conflict',
      `Run ${runId}, which these rows are from, is still in progress. Take its rows when it has ended.`,
    );
  }
  if (run.is_deleted) {
    throw new AppError(
      'conflict',
      `The result of run ${runId}, which these rows are from, was deleted. Take the rows from another result.`,
    );
  }
  if (!run.has_result) {
    throw new AppError(
      'conflict',
      `Run ${runId} has no result that these rows could be from. Take the rows from another result.`,
    );
  }
}

/** Throws 409 if a run isn't a bulk run that has ended with failed rows. Whether the person sees it must be decided before. */
async function unsafeRefuseWithoutFailedRows(orgId: string, runId: number): Promise<void> {
  const progress = (await readBulkProgress(orgId, [runId])).get(runId);
  if (progress !== undefined && progress.endedAt !== null && progress.failure > 0) return;
  throw new AppError('conflict', `Run ${runId} has not ended with failed rows that these could be.`);
}

async function childrenOf(orgId: string, parentRunId: number) {
  const rows = await query(
    { run_id: column.int, params: column.text },
    statement`select run_id, params from run
     where org_id = ${orgId} and parent_run_id = ${parentRunId} and trigger = 'bulk' order by run_id`,
  );
  return rows.map((row) => ({ runId: row.run_id, params: JSON.parse(row.params) }));
}
