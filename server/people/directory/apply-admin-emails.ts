import statement from 'sql-template-tag';
import type { OrgRole } from '@/lib/access/vocabulary';
import { type AuditSource, recordAudits } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';

const NOBODY =
  'None of the AD admin emails belongs to a person of the directory, so all roles stay as they are.';

/** An organization's own list; null if it isn't synced with the directory. */
export async function readAdminEmails(tx: Sql, orgId: string): Promise<string[] | null> {
  const [row] = await query(
    { admin_emails: column.texts },
    statement`select admin_emails from directory where org_id = ${orgId}`,
    tx,
  );
  return row?.admin_emails ?? null;
}

/** People of the directory with one of these addresses, by mail or by the name that they sign in with. */
export async function peopleOfAddresses(
  tx: Sql,
  orgId: string,
  emails: readonly string[],
): Promise<string[]> {
  const wanted = emails.map((email) => email.toLowerCase());
  const rows = await query(
    { user_id: column.text },
    statement`select p.user_id from directory_person p
      join membership m on m.org_id = p.org_id and m.user_id = p.user_id and m.state = 'active'
      where p.org_id = ${orgId} and p.removed_at is null
        and (lower(p.email) = any(${wanted}) or lower(p.principal_name) = any(${wanted}))
      order by p.user_id`,
    tx,
  );
  return rows.map((row) => row.user_id);
}

/**
 * Makes the people of the organization's list admins, and all others of the directory members. If its list names
 * nobody, the list of the configuration applies; if that doesn't either, roles stay as they are, because an
 * organization keeps an admin.
 *
 * @returns who got another role, and a notice if no list names a person
 */
export async function applyAdminEmails(
  tx: Sql,
  { orgId, audit }: { orgId: string; audit: AuditSource },
): Promise<{ changed: string[]; notices: string[] }> {
  const own = (await readAdminEmails(tx, orgId)) ?? [];
  let admins = await peopleOfAddresses(tx, orgId, own);
  if (admins.length === 0) admins = await peopleOfAddresses(tx, orgId, env().directory?.adminEmails ?? []);
  if (admins.length === 0) return { changed: [], notices: [NOBODY] };
  const rows = await query(
    { user_id: column.text, role: accessColumn.orgRole },
    statement`update membership m
      set role = case when m.user_id = any(${admins}) then 'admin'::org_role else 'member'::org_role end
      from directory_person p
      where m.org_id = ${orgId} and p.org_id = m.org_id and p.user_id = m.user_id and p.removed_at is null
        and m.state = 'active' and (m.role = 'admin') <> (m.user_id = any(${admins}))
      returning m.user_id, m.role`,
    tx,
  );
  const former = (role: OrgRole): OrgRole => (role === 'admin' ? 'member' : 'admin');
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'member.role', subjectType: 'member' },
    rows.map(({ user_id, role }) => ({
      subjectId: user_id,
      before: { role: former(role), state: 'active' },
      after: { role, state: 'active' },
    })),
  );
  return { changed: rows.map((row) => row.user_id), notices: [] };
}
