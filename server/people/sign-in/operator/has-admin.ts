import statement from 'sql-template-tag';
import { column, query } from '@/server/base/database/statements';

/** Whether an organization that people work in has an admin. The sandboxes of the demo don't count. */
export async function hasAdmin(): Promise<boolean> {
  const [row] = await query(
    { has_admin: column.boolean },
    statement`select exists (select from membership join org using (org_id)
      where membership.role = 'admin' and membership.state = 'active' and not org.is_sandbox) as has_admin`,
  );
  return row?.has_admin ?? false;
}
