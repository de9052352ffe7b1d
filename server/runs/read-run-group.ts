import { MOST_RUNS_OF_GROUP, type readRunGroup as readRunGroupOperation } from '@/lib/contract/runs';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

/** The runs that were started from one view of a command's page. */
export async function readRunGroup({ subject }: Context<typeof readRunGroupOperation>) {
  const { orgId, runGroupId, commandId, userId } = subject;
  const rows = await sql.query<{ run_id: number }>(
    `select run_id from run
     where org_id = $1 and command_id = $2 and run_group_id = $3 and not is_dropdown
     order by run_id desc limit ${MOST_RUNS_OF_GROUP}`,
    [orgId, commandId, runGroupId],
  );
  return { runGroupId, commandId, userId, runIds: rows.map((row) => row.run_id) };
}
