import statement from 'sql-template-tag';
import { decideInPerson } from '@/lib/access/decide';
import type { Person } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { lockAdmins } from '@/server/people/members/last-admin';
import {
  DIRECTORY_DECIDES,
  isOfDirectory,
  readStanding,
  SERVICE_ACCOUNT,
} from '@/server/people/members/update-member';

/**
 * Makes an active member an admin of the organization, as part of another change. Returns the reason if that may not be
 * done.
 */
export async function makeAdmin(
  tx: Sql,
  orgId: string,
  actor: Person,
  userId: string,
  audit: AuditSource,
): Promise<string | null> {
  if (decideInPerson(actor) !== 'allowed')
    return 'No token makes people admins. Sign in to Pushboard to do that.';
  // The actor may have lost the admin role while the request waited for the lock.
  if (!(await lockAdmins(tx, orgId)).has(actor.userId)) {
    return 'Only admins of this organization can make others admins.';
  }
  if (await isOfDirectory(tx, orgId, userId)) return DIRECTORY_DECIDES;
  const before = await readStanding(tx, orgId, userId);
  if (before.is_service_account) return SERVICE_ACCOUNT;
  await execute(
    statement`update membership set role = 'admin' where org_id = ${orgId} and user_id = ${userId}`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: 'member.role',
    subjectType: 'member',
    subjectId: userId,
    before: { role: before.role, state: before.state },
    after: { role: 'admin', state: before.state },
  });
  return null;
}
