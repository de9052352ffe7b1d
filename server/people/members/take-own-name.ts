import type { AuditSource } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import { issuerLabel } from '@/server/base/issuer-label';
import { nameProviderOf, renameOneself } from '@/server/people/members/rename-person';

/**
 * Gives a person the name that they entered. Throws 409 if a provider says their name.
 *
 * @param field where the request has the name
 */
export async function takeOwnName(
  tx: Sql,
  userId: string,
  name: string,
  audit: AuditSource,
  field = 'userName',
): Promise<void> {
  const provider = await nameProviderOf(userId, tx);
  if (provider === null) return renameOneself(tx, userId, name, audit);
  const message = `Your name comes from ${issuerLabel(provider)}. Change it there; it updates here when you sign in again.`;
  throw new AppError('conflict', message, { issues: [{ path: field, message }] });
}
