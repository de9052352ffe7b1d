import statement, { type Sql as Statement } from 'sql-template-tag';
import { MOST_MARKED, type markRuns as markRunsOperation } from '@/lib/contract/runs/run-marks';
import { recordAudit } from '@/server/access/audit';
import { loadSeenRuns } from '@/server/access/load/load-run';
import { viewerOf } from '@/server/access/viewer';
import { transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { runFilters } from '@/server/runs/history/run-filters';
import { runQuery } from '@/server/runs/history/run-query';
import { loadRunScope } from '@/server/runs/history/run-scope';

const NAMED_IN_AUDIT = 100;

/**
 * Marks failed runs that someone has handled, for everyone who sees them. Throws 404 if one of the runs isn't
 * visible, and 400 unless the request has either runs or filters.
 */
export async function markRuns({
  actor,
  subject: { orgId, role },
  body: { runIds, filter, isDealtWith },
  audit,
}: Context<typeof markRunsOperation>): Promise<{ changed: number }> {
  if ((runIds === undefined) === (filter === undefined)) {
    throw new AppError('invalid', 'Send either runIds or filter.');
  }
  let chosen: Statement;
  if (runIds !== undefined) {
    await loadSeenRuns(actor, orgId, runIds);
    chosen = statement`select unnest(${runIds}::bigint[]) as run_id`;
  } else {
    const filters = runFilters(filter ?? []);
    const scope = await loadRunScope(viewerOf(actor), orgId, filters, role === null ? null : actor.userId);
    if (scope.commandIds.length + scope.outside.commandIds.length === 0) return { changed: 0 };
    chosen = runQuery(orgId, filters, scope).page('desc', 0, MOST_MARKED);
  }
  return transaction(async (tx) => {
    const rows = await query(
      { run_id: column.int },
      isDealtWith
        ? statement`with chosen as materialized (${chosen})
            insert into run_mark (org_id, run_id, marked_by_user_id)
            select r.org_id, r.run_id, ${actor.userId} from chosen join run r on r.run_id = chosen.run_id
            where r.org_id = ${orgId} and r.end_reason is not null
            on conflict do nothing returning run_id`
        : statement`with chosen as materialized (${chosen})
            delete from run_mark using chosen
            where org_id = ${orgId} and run_mark.run_id = chosen.run_id returning run_mark.run_id`,
      tx,
    );
    if (rows.length > 0) {
      await recordAudit(tx, audit, {
        orgId,
        action: isDealtWith ? 'run.deal_with' : 'run.reopen',
        subjectType: 'org',
        subjectId: orgId,
        after: { runs: rows.length, run_ids: rows.slice(0, NAMED_IN_AUDIT).map(({ run_id }) => run_id) },
      });
    }
    return { changed: rows.length };
  });
}
