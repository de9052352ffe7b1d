import statement from 'sql-template-tag';
import type { AuditSource } from '@/server/access/audit';
import { recordAudits } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';
import { ids } from '@/server/base/ids';
import { endAccess } from '@/server/people/directory/end-access';
import type { FoundPerson, KnownPerson, PeoplePlan } from '@/server/people/directory/found-people';
import { auditNames } from '@/server/people/members/rename-person';
import { stopWithPeople } from '@/server/people/members/stop-with-people';

/** Where a plan is applied. */
export interface DirectoryOrg {
  orgId: string;
  issuer: string;
  audit: AuditSource;
}

const KNOWN = {
  object_id: column.text,
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  principal_name: column.text,
  is_removed: column.boolean,
};

/** Everyone whom the directory's earlier syncs stored; only some of them if their object ids are given. */
export async function readKnownPeople(
  tx: Sql,
  orgId: string,
  objectIds: readonly string[] | null = null,
): Promise<KnownPerson[]> {
  const rows = await query(
    KNOWN,
    statement`select object_id, user_id, name, email, principal_name, removed_at is not null as is_removed
      from directory_person where org_id = ${orgId}
        and (${objectIds}::text[] is null or object_id = any(${objectIds}))`,
    tx,
  );
  return rows.map((row) => ({
    objectId: row.object_id,
    userId: row.user_id,
    name: row.name,
    email: row.email,
    principalName: row.principal_name,
    isRemoved: row.is_removed,
  }));
}

/**
 * Stores what a plan says, with one audit row per person. Call `assignAddresses` and `applyAdminEmails` afterward.
 */
export async function applyPeople(tx: Sql, org: DirectoryOrg, plan: PeoplePlan): Promise<void> {
  const { orgId, audit } = org;
  await addPeople(tx, org, plan.additions);
  await changePeople(tx, org, [...plan.updates, ...plan.returns]);
  await restoreMembers(
    tx,
    orgId,
    plan.returns.map(({ before }) => before.userId),
  );
  await removePeople(tx, orgId, plan.removals);
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'member.sync_update', subjectType: 'member' },
    plan.updates.map((person) => ({
      subjectId: person.before.userId,
      before: wordsOf(person.before),
      after: wordsOf(person),
    })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'member.sync_restore', subjectType: 'member' },
    plan.returns.map((person) => ({ subjectId: person.before.userId, after: wordsOf(person) })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'member.sync_remove', subjectType: 'member' },
    plan.removals.map((person) => ({ subjectId: person.userId, before: wordsOf(person) })),
  );
  await stopWithPeople(
    tx,
    orgId,
    plan.removals.map(({ userId }) => userId),
    audit,
  );
}

const wordsOf = ({ name, email, principalName }: FoundPerson) => ({
  name,
  email,
  principal_name: principalName,
});

/** A person to add, with their user id. */
type Added = FoundPerson & { userId: string; isNew: boolean };

async function addPeople(tx: Sql, org: DirectoryOrg, people: readonly FoundPerson[]): Promise<void> {
  if (people.length === 0) return;
  const added = await identify(tx, org, people);
  const { orgId, issuer, audit } = org;
  const fresh = added.filter(({ isNew }) => isNew);
  const userIds = added.map(({ userId }) => userId);
  await execute(
    statement`insert into "user" (user_id, name) select * from unnest(${fresh.map(({ userId }) => userId)}::text[],
      ${fresh.map(({ name }) => name)}::text[])`,
    tx,
  );
  await execute(
    statement`insert into identity (issuer, subject, user_id)
      select ${issuer}, * from unnest(${added.map(({ objectId }) => objectId)}::text[], ${userIds}::text[])
      on conflict do nothing`,
    tx,
  );
  await execute(
    statement`insert into membership (org_id, user_id, role, state)
      select ${orgId}, unnest(${userIds}::text[]), 'member', 'active'
      on conflict (org_id, user_id) do update set state = 'active' where membership.state = 'pending'`,
    tx,
  );
  await execute(statement`delete from join_token where org_id = ${orgId} and user_id = any(${userIds})`, tx);
  await execute(
    statement`insert into directory_person (org_id, object_id, user_id, name, email, principal_name, signed_in_at)
      select ${orgId}, p.object_id, p.user_id, p.name, p.email, p.principal_name,
        (select min(elsewhere.signed_in_at) from directory_person elsewhere where elsewhere.user_id = p.user_id)
      from unnest(${added.map(({ objectId }) => objectId)}::text[], ${userIds}::text[],
        ${added.map(({ name }) => name)}::text[], ${added.map(({ email }) => email)}::text[],
        ${added.map(({ principalName }) => principalName)}::text[]) p (object_id, user_id, name, email, principal_name)`,
    tx,
  );
  await nameUsers(tx, org, added);
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'member.sync_add', subjectType: 'member' },
    added.map((person) => ({ subjectId: person.userId, after: wordsOf(person) })),
  );
}

/**
 * Finds who the people are: those with the identity already, or who were invited by address and have no identity yet. All
 * others are new. An address claims a person once; the first by object id is the one.
 */
async function identify(tx: Sql, { issuer }: DirectoryOrg, people: readonly FoundPerson[]): Promise<Added[]> {
  const identities = await query(
    { subject: column.text, user_id: column.text },
    statement`select subject, user_id from identity where issuer = ${issuer}
      and subject = any(${people.map(({ objectId }) => objectId)})`,
    tx,
  );
  const invited = await query(
    { email: column.text, user_id: column.text },
    statement`select lower(u.email) as email, u.user_id from "user" u
      where lower(u.email) = any(${people.flatMap(({ email }) => email?.toLowerCase() ?? [])})
        and not exists (select from identity i where i.user_id = u.user_id)
        and u.user_id not like ${`${DEMO_ID_PREFIX}%`}
      for update of u`,
    tx,
  );
  const byIdentity = new Map(identities.map((row) => [row.subject, row.user_id]));
  const byAddress = new Map(invited.map((row) => [row.email, row.user_id]));
  return people.map((person) => {
    const identified = byIdentity.get(person.objectId);
    if (identified !== undefined) return { ...person, userId: identified, isNew: false };
    const key = person.email?.toLowerCase() ?? '';
    const claimed = byAddress.get(key);
    byAddress.delete(key);
    return { ...person, userId: claimed ?? ids.person(), isNew: claimed === undefined };
  });
}

async function changePeople(tx: Sql, org: DirectoryOrg, people: readonly FoundPerson[]): Promise<void> {
  if (people.length === 0) return;
  await execute(
    statement`update directory_person p set name = n.name, email = n.email, principal_name = n.principal_name,
        removed_at = null
      from unnest(${people.map(({ objectId }) => objectId)}::text[], ${people.map(({ name }) => name)}::text[],
        ${people.map(({ email }) => email)}::text[],
        ${people.map(({ principalName }) => principalName)}::text[]) n (object_id, name, email, principal_name)
      where p.org_id = ${org.orgId} and p.object_id = n.object_id`,
    tx,
  );
  await nameUsers(tx, org, people);
}

/** The log of this organization has the names already; that of others doesn't. */
async function nameUsers(
  tx: Sql,
  { orgId, audit }: DirectoryOrg,
  people: readonly FoundPerson[],
): Promise<void> {
  const renamed = await query(
    { userId: column.text, before: column.text, after: column.text },
    statement`with named as (
        select former.user_id, former.name as before, p.name as after
        from directory_person p join "user" former on former.user_id = p.user_id and former.name <> p.name
        where p.org_id = ${orgId} and p.object_id = any(${people.map(({ objectId }) => objectId)})
        order by former.user_id for update of former)
      update "user" u set name = named.after from named where u.user_id = named.user_id
      returning u.user_id as "userId", named.before, named.after`,
    tx,
  );
  await auditNames(tx, audit, renamed, orgId);
}

async function restoreMembers(tx: Sql, orgId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await execute(
    statement`update membership set state = coalesce(state_before_removal, 'active'), state_before_removal = null
      where org_id = ${orgId} and user_id = any(${userIds}) and state = 'deleted'`,
    tx,
  );
}

async function removePeople(tx: Sql, orgId: string, people: readonly KnownPerson[]): Promise<void> {
  if (people.length === 0) return;
  const userIds = people.map(({ userId }) => userId);
  await execute(
    statement`update directory_person set removed_at = ${clock.now()}
      where org_id = ${orgId} and user_id = any(${userIds})`,
    tx,
  );
  await execute(
    statement`update membership set state_before_removal = state, state = 'deleted'
      where org_id = ${orgId} and user_id = any(${userIds}) and state <> 'deleted'`,
    tx,
  );
  await endAccess(tx, userIds);
}
