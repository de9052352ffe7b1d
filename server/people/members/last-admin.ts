import statement from 'sql-template-tag';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';

/**
 * Returns the organization's active admins and locks them until the transaction ends. Call this before taking the role
 * away, so that two admins who do it at once do it one after the other.
 */
export async function lockAdmins(tx: Sql, orgId: string): Promise<ReadonlySet<string>> {
  await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
  const rows = await query(
    { user_id: column.text },
    statement`select user_id from membership where org_id = ${orgId} and role = 'admin' and state = 'active'`,
    tx,
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Throws 409 if a person is the only admin. */
export function refuseLosingLastAdmin(admins: ReadonlySet<string>, userId: string): void {
  if (admins.size > 1 || !admins.has(userId)) return;
  throw new AppError(
    'conflict',
    'This is the only admin of the organization. Make someone else an admin first.',
  );
}
