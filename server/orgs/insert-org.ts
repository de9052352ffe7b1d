import { slugCandidates } from '@/lib/orgs/slug';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { Sql } from '@/server/db';

/**
 * Makes an organization of a name, with its maker as its admin. Its id and its slug are the first free spelling of
 * the name: a slug that was ever another organization's stays theirs, so that old links do.
 */
export async function insertOrg(tx: Sql, audit: AuditSource, userId: string, name: string): Promise<string> {
  for (const candidate of slugCandidates(name)) {
    const [taken] = await tx.query<{ org_id: string }>(
      `with made as (
         insert into org (org_id, name)
         select $1, $2 where not exists (select 1 from org_slug where slug = $1)
         on conflict do nothing returning org_id
       ), called as (
         insert into org_slug (slug, org_id) select $1, org_id from made returning org_id
       ), joined as (
         insert into membership (org_id, user_id, role) select org_id, $3, 'admin' from made
       )
       select org_id from called`,
      [candidate, name, userId],
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
  throw new Error('Slugs do not come to an end');
}

/**
 * The first organization of somebody who is in none, named after them. Called when they sign in; twice at once makes
 * one.
 */
export async function ensureFirstOrg(
  tx: Sql,
  audit: AuditSource,
  userId: string,
  name: string,
): Promise<void> {
  await tx.query('select 1 from "user" where user_id = $1 for no key update', [userId]);
  const some = await tx.query(`select 1 from membership where user_id = $1 and state = 'active' limit 1`, [
    userId,
  ]);
  if (some.length === 0) await insertOrg(tx, audit, userId, name);
}
