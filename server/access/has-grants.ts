import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { query } from '@/server/base/database/statements';

/** Whether anything of an organization has been shared with anyone, as an SQL expression. */
export const orgHasGrants = (orgId: string): Statement => statement`(
  exists (select 1 from command_user_grant g where g.org_id = ${orgId})
  or exists (select 1 from command_group_grant g where g.org_id = ${orgId})
  or exists (select 1 from folder_user_grant g where g.org_id = ${orgId})
  or exists (select 1 from folder_group_grant g where g.org_id = ${orgId}))`;

/** Returns whether a person has a command shared with them as an outsider, in any organization. */
export async function outsiderHasGrant(tx: Sql, userId: string): Promise<boolean> {
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
