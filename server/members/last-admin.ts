import statement from 'sql-template-tag';
import type { Sql } from '@/server/db';
import { AppError } from '@/server/errors';
import { column, query } from '@/server/statements';

/**
 * Who the organization's admins are. Whoever takes that away from somebody asks here first, and holds the answer
 * until the transaction's end: two who do it at once do it one after the other.
 */
export async function holdAdmins(tx: Sql, orgId: string): Promise<ReadonlySet<string>> {
  await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
  const rows = await query(
    { user_id: column.text },
    statement`select user_id from membership where org_id = ${orgId} and role = 'admin' and state = 'active'`,
    tx,
  );
  return new Set(rows.map((row) => row.user_id));
}

/** Throws 409 where somebody is the only admin there is. */
export function refuseLosingLastAdmin(admins: ReadonlySet<string>, userId: string): void {
  if (admins.size > 1 || !admins.has(userId)) return;
  throw new AppError(
    'conflict',
    'This is the only admin of the organization. Make someone else an admin first.',
  );
}
