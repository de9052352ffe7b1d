import statement from 'sql-template-tag';
import { issuerOf } from '@/lib/access/through';
import type { Person } from '@/lib/access/vocabulary';
import type { updateOrg as updateOrgOperation } from '@/lib/contract/people/orgs';
import { isReservedSlug } from '@/lib/orgs/slug';
import { recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { issuerLabel } from '@/server/base/issuer-label';
import type { Context } from '@/server/operations/context';
import { changeAdminEmails } from '@/server/people/directory/change-admin-emails';
import { readOrgOf } from '@/server/people/organizations/list-my-orgs';
import { refuseBeyondOurs } from '@/server/people/organizations/result-limits';

interface Settings {
  name: string;
  slug: string;
  requiredIssuer: string | null;
  inactivityHours: number | null;
  resultRetentionDays: number | null;
  resultQuotaMb: number | null;
  csvByteOrderMark: boolean;
}

/**
 * Changes an organization's name, slug, sign-in policy, limits for results, CSV files, or list of admins in the directory. Its old
 * slugs stay reserved and redirect to the new one. Only an admin who meets a sign-in policy can set it, so that nobody
 * locks themselves out. Throws 400 for a limit beyond that of this Pushboard.
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
    const before = await hold(tx, orgId);
    const after: Settings = {
      name: body.name ?? before.name,
      slug: body.slug ?? before.slug,
      requiredIssuer: body.requiredIssuer === undefined ? before.requiredIssuer : body.requiredIssuer,
      inactivityHours: body.inactivityHours === undefined ? before.inactivityHours : body.inactivityHours,
      resultRetentionDays:
        body.resultRetentionDays === undefined ? before.resultRetentionDays : body.resultRetentionDays,
      resultQuotaMb: body.resultQuotaMb === undefined ? before.resultQuotaMb : body.resultQuotaMb,
      csvByteOrderMark: body.csvByteOrderMark ?? before.csvByteOrderMark,
    };
    const changed = SETTINGS.filter((key) => after[key] !== before[key]);
    if (changed.length === 0) return;
    refuseBeyondOurs(body);
    if (changed.includes('requiredIssuer')) refuseLockingOut(actor, after.requiredIssuer);
    await execute(
      statement`update org set name = ${after.name}, required_issuer = ${after.requiredIssuer},
         inactivity_hours = ${after.inactivityHours}, result_retention_days = ${after.resultRetentionDays},
         result_quota_mb = ${after.resultQuotaMb}, csv_byte_order_mark = ${after.csvByteOrderMark}
       where org_id = ${orgId}`,
      tx,
    );
    if (after.slug !== before.slug) await takeSlug(tx, orgId, after.slug);
    await recordAudit(tx, audit, {
      orgId,
      action: actionOf(changed),
      subjectType: 'org',
      subjectId: orgId,
      before: { ...before },
      after: { ...after },
    });
  });
  return readOrgOf(actor.userId, orgId);
}

const SETTINGS = [
  'name',
  'slug',
  'requiredIssuer',
  'inactivityHours',
  'resultRetentionDays',
  'resultQuotaMb',
  'csvByteOrderMark',
] as const;

/** Who may enter weighs more than what is kept, and that more than the name. */
function actionOf(changed: readonly (typeof SETTINGS)[number][]): string {
  if (changed.includes('requiredIssuer') || changed.includes('inactivityHours')) return 'org.sign_in_policy';
  if (changed.includes('resultRetentionDays') || changed.includes('resultQuotaMb'))
    return 'org.result_limits';
  return 'org.update';
}

function refuseLockingOut(actor: Person, issuer: string | null): void {
  if (issuer === null || issuer === issuerOf(actor.through)) return;
  const message = `Sign in with ${issuerLabel(issuer)} first: with this setting you could not enter the organization.`;
  throw new AppError('conflict', message, { issues: [{ path: 'requiredIssuer', message }] });
}

async function hold(tx: Sql, orgId: string): Promise<Settings> {
  const [org] = await query(
    {
      name: column.text,
      is_sandbox: column.boolean,
      slug: column.text,
      required_issuer: column.text.nullable(),
      inactivity_hours: column.int.nullable(),
      result_retention_days: column.int.nullable(),
      result_quota_mb: column.int.nullable(),
      csv_byte_order_mark: column.boolean,
    },
    statement`select o.name, o.is_sandbox, s.slug, o.required_issuer, o.inactivity_hours, o.result_retention_days,
       o.result_quota_mb, o.csv_byte_order_mark from org o
     join org_slug s on s.org_id = o.org_id and s.is_active
     where o.org_id = ${orgId} for no key update of o`,
    tx,
  );
  if (org === undefined) throw notFound();
  if (org.is_sandbox)
    throw new AppError('conflict', 'Sandboxes are named by their number, which cannot be changed.');
  return {
    name: org.name,
    slug: org.slug,
    requiredIssuer: org.required_issuer,
    inactivityHours: org.inactivity_hours,
    resultRetentionDays: org.result_retention_days,
    resultQuotaMb: org.result_quota_mb,
    csvByteOrderMark: org.csv_byte_order_mark,
  };
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
