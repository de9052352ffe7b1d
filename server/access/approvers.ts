import statement from 'sql-template-tag';
import { engineerIdsOf } from '@/server/access/engineers';
import { column, query } from '@/server/base/database/statements';

/** A person who can answer a request for approval. */
export interface Approver {
  userId: string;
  name: string;
  email: string | null;
}

/**
 * The engineers of a command other than the asker, by name; for a copycat, those of the original, whether they have the
 * copy or not. Service accounts can't answer anything.
 */
export async function approversOf(
  orgId: string,
  commandId: number,
  askedByUserId: string,
): Promise<Approver[]> {
  const [configured] = await query(
    { command_id: column.int },
    statement`select coalesce(follows_command_id, command_id) as command_id from command
     where org_id = ${orgId} and command_id = ${commandId}`,
  );
  const userIds = await engineerIdsOf(orgId, configured?.command_id ?? commandId);
  const rows = await query(
    { user_id: column.text, name: column.text, email: column.text.nullable() },
    statement`select u.user_id, u.name, u.email from "user" u
     join membership m on m.org_id = ${orgId} and m.user_id = u.user_id and m.state = 'active'
     where u.user_id = any(${userIds}) and u.user_id <> ${askedByUserId} and u.service_org_id is null
     order by lower(u.name), u.user_id`,
  );
  return rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email }));
}
