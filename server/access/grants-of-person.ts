import statement from 'sql-template-tag';
import type { Sql } from '@/server/db';
import { query } from '@/server/statements';

/** Returns whether a person has a command shared with them as an outsider, in any organization. */
export async function hasGrants(tx: Sql, userId: string): Promise<boolean> {
  const grants = await query(
    {},
    statement`select from command_user_grant g
      where g.user_id = ${userId} and not exists (
        select from membership m where m.org_id = g.org_id and m.user_id = g.user_id and m.state = 'deleted')
      limit 1`,
    tx,
  );
  return grants.length > 0;
}
