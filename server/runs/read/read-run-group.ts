import statement from 'sql-template-tag';
import { MOST_RUNS_OF_GROUP, type readRunGroup as readRunGroupOperation } from '@/lib/contract/runs/runs';
import { andOwnRun, viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

/** The runs that were started from one view of a command's page. */
export async function readRunGroup({ actor, subject }: Context<typeof readRunGroupOperation>) {
  const { orgId, runGroupId, commandId, userId } = subject;
  const rows = await query(
    { run_id: column.int },
    statement`select r.run_id from run r
     where r.org_id = ${orgId} and r.command_id = ${commandId} and r.run_group_id = ${runGroupId}
       and r.trigger <> 'dropdown' ${andOwnRun(viewerOf(actor))}
     order by r.run_id desc limit ${MOST_RUNS_OF_GROUP}`,
  );
  return { runGroupId, commandId, userId, runIds: rows.map((row) => row.run_id) };
}
