import statement from 'sql-template-tag';
import type { z } from 'zod';
import type { approvalRequest } from '@/lib/contract/runs/approval-shapes';
import { runStatus } from '@/lib/contract/runs/run';
import { column, query } from '@/server/base/database/statements';

/** How the runs of a request stand. */
export type RunEnds = Pick<z.output<typeof approvalRequest>, 'runCounts' | 'bulkRunId'>;

/** A request for a change. */
export const NO_RUNS: RunEnds = { runCounts: {}, bulkRunId: null };

/** Counts the runs of each request by their status, and finds the bulk run that they are rows of; by the request's id. */
export async function runEnds(orgId: string, approvalIds: readonly number[]): Promise<Map<number, RunEnds>> {
  const rows = await query(
    {
      approval_id: column.int,
      status: runStatus.nullable(),
      count: column.int,
      bulk_run_id: column.int.nullable(),
    },
    statement`select ar.approval_id, case when b.run_id is null then r.status end::text as status,
       count(*)::int as count, b.run_id as bulk_run_id
     from approval_run ar
     join run r on r.org_id = ar.org_id and r.run_id = ar.run_id
     left join bulk_run b on b.org_id = r.org_id and b.run_id = r.run_id
     where ar.org_id = ${orgId} and ar.approval_id = any(${[...approvalIds]}::bigint[])
     group by ar.approval_id, case when b.run_id is null then r.status end, b.run_id`,
  );
  const ends = new Map<number, RunEnds>();
  for (const { approval_id, status, count, bulk_run_id } of rows) {
    const before = ends.get(approval_id) ?? NO_RUNS;
    ends.set(approval_id, {
      runCounts: status === null ? before.runCounts : { ...before.runCounts, [status]: count },
      bulkRunId: bulk_run_id ?? before.bulkRunId,
    });
  }
  return ends;
}
