import statement from 'sql-template-tag';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError, withoutDirectory } from '@/server/base/errors';
import {
  applyAdminEmails,
  peopleOfAddresses,
  readAdminEmails,
} from '@/server/people/directory/apply-admin-emails';
import { lockAdmins } from '@/server/people/members/last-admin';

/**
 * Changes the addresses of an organization's admins, and the roles with them. Throws 409 where there is no
 * directory, if nobody has one of the addresses, or if the caller would lose their own role.
 */
export async function changeAdminEmails(
  tx: Sql,
  orgId: string,
  emails: readonly string[],
  audit: AuditSource,
): Promise<void> {
  const { directory } = env();
  if (directory === null) throw withoutDirectory();
  const admins = await lockAdmins(tx, orgId);
  const before = (await readAdminEmails(tx, orgId)) ?? [];
  const after = distinct(emails);
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const named = await peopleOfAddresses(tx, orgId, after);
  if (after.length > 0 && named.length === 0) {
    throw new AppError(
      'conflict',
      'No person of the directory has one of these addresses. Sync first, or check them.',
    );
  }
  await execute(
    statement`insert into directory (org_id, admin_emails) values (${orgId}, ${after})
      on conflict (org_id) do update set admin_emails = excluded.admin_emails`,
    tx,
  );
  const { changed } = await applyAdminEmails(tx, { orgId, audit });
  if (audit.actorUserId !== null && admins.has(audit.actorUserId) && changed.includes(audit.actorUserId)) {
    throw new AppError('conflict', 'Users cannot change their own role. Keep your own address in the list.');
  }
  await recordAudit(tx, audit, {
    orgId,
    action: 'org.ad_admins',
    subjectType: 'org',
    subjectId: orgId,
    before: { ad_admin_emails: before },
    after: { ad_admin_emails: after },
  });
}

function distinct(emails: readonly string[]): string[] {
  const seen = new Map(emails.map((email) => [email.trim().toLowerCase(), email.trim()]));
  return [...seen.values()];
}
