import statement from 'sql-template-tag';
import { MOST_RUNS_OF_GROUP, type readRunGroup as readRunGroupOperation } from '@/lib/contract/runs';
import type { Context } from '@/server/http/context';
import { column, query } from '@/server/statements';

/** The runs that were started from one view of a command's page. */
export async function readRunGroup({ subject }: Context<typeof readRunGroupOperation>) {
  const { orgId, runGroupId, commandId, userId } = subject;
  const rows = await query(
    { run_id: column.int },
    statement`select run_id from run
     where org_id = ${orgId} and command_id = ${commandId} and run_group_id = ${runGroupId} and trigger <> 'dropdown'
     order by run_id desc limit ${MOST_RUNS_OF_GROUP}`,
  );
  return { runGroupId, commandId, userId, runIds: rows.map((row) => row.run_id) };
}
