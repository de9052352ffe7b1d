import statement from 'sql-template-tag';
import { engineerIdsOf } from '@/server/access-requests/engineers';
import { column, query } from '@/server/statements';

/** A person who can answer a request for approval. */
export interface Approver {
  userId: string;
  name: string;
  email: string | null;
}

/** The engineers of a command other than the asker, by name. Service accounts can't answer anything. */
export async function approversOf(
  orgId: string,
  commandId: number,
  askedByUserId: string,
): Promise<Approver[]> {
  const userIds = await engineerIdsOf(orgId, commandId);
  const rows = await query(
    { user_id: column.text, name: column.text, email: column.text.nullable() },
    statement`select u.user_id, u.name, u.email from "user" u
     join membership m on m.org_id = ${orgId} and m.user_id = u.user_id and m.state = 'active'
     where u.user_id = any(${userIds}) and u.user_id <> ${askedByUserId} and u.service_org_id is null
     order by lower(u.name), u.user_id`,
  );
  return rows.map((row) => ({ userId: row.user_id, name: row.name, email: row.email }));
}
