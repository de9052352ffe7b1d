import statement from 'sql-template-tag';
import { emailAddress } from '@/lib/wire/email-address';
import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';
import { AppError } from '@/server/base/errors';

/** The operator acts at the server, not in a request. */
export const OPERATOR: AuditSource = { actorUserId: null, requestId: null, address: null };

/** Returns an address in lower case. Throws 400 if it isn't one. */
export function checkAddress(address: string): string {
  const { data } = emailAddress().safeParse(address.trim());
  if (data === undefined) throw new AppError('invalid', `${address} is not an email address.`);
  return data.toLowerCase();
}

/** The person with an address; null if there is none. Throws 409 for a demo person, whom anyone could have been. */
export async function findPerson(tx: Sql, email: string): Promise<string | null> {
  const [row] = await query(
    { user_id: column.text },
    statement`select user_id from "user" where lower(email) = ${email} for update`,
    tx,
  );
  if (row?.user_id.startsWith(DEMO_ID_PREFIX)) {
    throw new AppError('conflict', `${email} belongs to a person of demo mode, who cannot be used here.`);
  }
  return row?.user_id ?? null;
}

/** As `findPerson`; throws 404 if there is none. */
export async function requirePersonWith(tx: Sql, email: string): Promise<string> {
  const userId = await findPerson(tx, email);
  if (userId === null) throw new AppError('not_found', `Nobody here has the address ${email}.`);
  return userId;
}
