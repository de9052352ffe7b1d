import statement from 'sql-template-tag';
import { slugCandidates } from '@/lib/orgs/slug';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

/**
 * Creates an organization with its creator as admin, or without anyone if `userId` is null. Its id and its slug are the first free spelling of the name. A
 * slug that another organization ever had stays theirs, so that old links work.
 */
export async function insertOrg(
  tx: Sql,
  audit: AuditSource,
  userId: string | null,
  name: string,
): Promise<string> {
  for (const candidate of slugCandidates(name)) {
    const [taken] = await query(
      { org_id: column.text },
      statement`with made as (
         insert into org (org_id, name, created_by_user_id)
         select ${candidate}, ${name}, ${userId} where not exists (select 1 from org_slug where slug = ${candidate})
         on conflict do nothing returning org_id
       ), called as (
         insert into org_slug (slug, org_id) select ${candidate}, org_id from made returning org_id
       ), joined as (
         insert into membership (org_id, user_id, role) select org_id, ${userId}, 'admin' from made
         where ${userId}::text is not null
       )
       select org_id from called`,
      tx,
    );
    if (taken === undefined) continue;
    const { org_id: orgId } = taken;
    await recordAudit(
      tx,
      { ...audit, actorUserId: userId },
      { orgId, action: 'org.create', subjectType: 'org', subjectId: orgId, after: { name, slug: orgId } },
    );
    return orgId;
  }
  throw new Error('Unreachable: there is always a free slug');
}

/**
 * Creates the first organization of a person without one, named after them. Called at sign-in; two concurrent calls
 * create one.
 */
export async function ensureFirstOrg(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  name: string,
): Promise<void> {
  await query({}, statement`select from "user" where user_id = ${userId} for no key update`, tx);
  const some = await query(
    {},
    statement`select from membership where user_id = ${userId} and state = 'active' limit 1`,
    tx,
  );
  if (some.length === 0) await insertOrg(tx, audit, userId, name);
}
