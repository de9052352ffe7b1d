import statement from 'sql-template-tag';
import { DEMO_ISSUER, EMAIL_ISSUER } from '@/lib/orgs/sign-in-policy';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { BELONGS_TO } from '@/server/access/sign-in-policies';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notifyOfName } from '@/server/messages/notify';

/** A person who is called differently than before. */
export interface Renamed {
  userId: string;
  before: string;
  after: string;
}

/**
 * The provider that says what a person is called; null for someone who says so themselves, because they sign in by
 * emailed links or in demo mode. The first provider counts if there are several.
 */
export async function nameProviderOf(userId: string, tx?: Sql): Promise<string | null> {
  const [row] = await query(
    { issuer: column.text },
    statement`select issuer from identity
      where user_id = ${userId} and issuer not in (${EMAIL_ISSUER}, ${DEMO_ISSUER})
      order by created_at, issuer limit 1`,
    tx,
  );
  return row?.issuer ?? null;
}

/** Gives a person another name, and writes that down in each of their organizations. @returns null if it is their name */
export async function renamePerson(
  tx: Sql,
  userId: string,
  name: string,
  audit: AuditSource,
): Promise<Renamed | null> {
  const [former] = await query(
    { name: column.text },
    statement`with former as (select name from "user" where user_id = ${userId} for update)
      update "user" u set name = ${name} from former where u.user_id = ${userId} and u.name <> ${name}
      returning former.name`,
    tx,
  );
  if (former === undefined) return null;
  const renamed = { userId, before: former.name, after: name };
  await auditNames(tx, audit, [renamed]);
  return renamed;
}

/** The same for a person who chose the name: the admins of each organization are told, too. */
export async function renameOneself(
  tx: Sql,
  userId: string,
  name: string,
  audit: AuditSource,
): Promise<void> {
  const renamed = await renamePerson(tx, userId, name, audit);
  if (renamed === null) return;
  for (const orgId of await orgsKnowing(tx, userId)) await notifyOfName(tx, orgId, renamed);
}

/**
 * Writes down in each of their organizations that people are called differently.
 *
 * @param except an organization whose log says so already
 */
export async function auditNames(
  tx: Sql,
  audit: AuditSource,
  renamed: readonly Renamed[],
  except?: string,
): Promise<void> {
  for (const { userId, before, after } of renamed) {
    for (const orgId of await orgsKnowing(tx, userId)) {
      if (orgId === except) continue;
      await recordAudit(tx, audit, {
        orgId,
        action: 'person.name',
        subjectType: 'member',
        subjectId: userId,
        before: { name: before },
        after: { name: after },
      });
    }
  }
}

/** The organizations that know a person by their own name: those that they belong to or have a command of. */
async function orgsKnowing(tx: Sql, userId: string): Promise<string[]> {
  const rows = await query(
    { org_id: column.text },
    statement`select o.org_id from "user" u join org o on ${BELONGS_TO} where u.user_id = ${userId} order by o.org_id`,
    tx,
  );
  return rows.map(({ org_id }) => org_id);
}
