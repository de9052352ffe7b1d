import statement from 'sql-template-tag';
import type { updateOrg as updateOrgOperation } from '@/lib/contract/orgs';
import { isReservedSlug } from '@/lib/orgs/slug';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/db';
import { changeAdminEmails } from '@/server/directory-admins/change-admin-emails';
import { AppError, notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { readOrgOf } from '@/server/orgs/list-my-orgs';
import { column, execute, query } from '@/server/statements';

interface Called {
  name: string;
  slug: string;
}

/**
 * Changes the name or slug of an organization, or its list of admins in the directory. Its old slugs stay reserved and
 * redirect to the new one.
 */
export async function updateOrg({
  actor,
  subject: { orgId },
  body,
  audit,
}: Context<typeof updateOrgOperation>) {
  await transaction(async (tx) => {
    if (body.adAdminEmails !== undefined) {
      await changeAdminEmails(tx, orgId, body.adAdminEmails, { ...audit, actorUserId: actor.userId });
    }
    if (body.name === undefined && body.slug === undefined) return;
    const before = await hold(tx, orgId);
    const after: Called = { name: body.name ?? before.name, slug: body.slug ?? before.slug };
    if (after.name === before.name && after.slug === before.slug) return;
    await execute(statement`update org set name = ${after.name} where org_id = ${orgId}`, tx);
    if (after.slug !== before.slug) await takeSlug(tx, orgId, after.slug);
    await recordAudit(tx, audit, {
      orgId,
      action: 'org.update',
      subjectType: 'org',
      subjectId: orgId,
      before: { ...before },
      after: { ...after },
    });
  });
  return readOrgOf(actor.userId, orgId);
}

async function hold(tx: Sql, orgId: string): Promise<Called> {
  const [org] = await query(
    { name: column.text, is_sandbox: column.boolean, slug: column.text },
    statement`select o.name, o.is_sandbox, s.slug from org o
     join org_slug s on s.org_id = o.org_id and s.is_active
     where o.org_id = ${orgId} for no key update of o`,
    tx,
  );
  if (org === undefined) throw notFound();
  if (org.is_sandbox)
    throw new AppError('conflict', 'Sandboxes are named by their number, which cannot be changed.');
  return { name: org.name, slug: org.slug };
}

async function takeSlug(tx: Sql, orgId: string, slug: string): Promise<void> {
  if (isReservedSlug(slug)) throw taken(slug);
  await execute(statement`update org_slug set is_active = false where org_id = ${orgId} and is_active`, tx);
  const [now] = await query(
    { slug: column.text },
    statement`insert into org_slug (slug, org_id) select ${slug}, ${orgId}
       where not exists (select 1 from org where org_id = ${slug} and org_id <> ${orgId})
     on conflict (slug) do update set is_active = true where org_slug.org_id = ${orgId}
     returning slug`,
    tx,
  );
  if (now === undefined) throw taken(slug);
}

function taken(slug: string): AppError {
  return new AppError('conflict', `"${slug}" is taken. Choose another one.`, {
    issues: [{ path: 'slug', message: 'Is taken' }],
  });
}
