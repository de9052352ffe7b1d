import statement, { type Sql as Statement } from 'sql-template-tag';
import type * as contract from '@/lib/contract/people/service-accounts';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { stopWithPeople } from '@/server/people/members/stop-with-people';

type ServiceAccount = Decoded<typeof contract.serviceAccount>;

/** As many as a list holds. */
const MOST_ACCOUNTS = 1_000;

const ROW = {
  user_id: column.text,
  name: column.text,
  created_at: column.time,
  token_count: column.int,
  last_used_at: column.time.nullable(),
};

const accountsOf = (orgId: string): Statement => statement`
  select u.user_id, u.name, u.created_at, count(t.token_id)::int as token_count, max(t.last_used_at) as last_used_at
  from "user" u join membership m on m.org_id = u.service_org_id and m.user_id = u.user_id and m.state = 'active'
  left join access_token t on t.user_id = u.user_id and t.expires_at > ${clock.now()}
  where u.service_org_id = ${orgId}`;

const accountOf = (row: RowOf<typeof ROW>): ServiceAccount => ({
  userId: row.user_id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  tokenCount: row.token_count,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export async function listServiceAccounts({
  subject: { orgId },
}: Context<typeof contract.listServiceAccounts>): Promise<ServiceAccount[]> {
  const rows = await query(
    ROW,
    statement`${accountsOf(orgId)} group by u.user_id order by lower(u.name), u.user_id limit ${MOST_ACCOUNTS}`,
  );
  return rows.map(accountOf);
}

/** Returns one service account of an organization. Throws 404 if it doesn't exist. */
export async function readServiceAccount(
  orgId: string,
  userId: string,
  db: Sql = sql,
): Promise<ServiceAccount> {
  const [row] = await query(
    ROW,
    statement`${accountsOf(orgId)} and u.user_id = ${userId} group by u.user_id`,
    db,
  );
  if (row === undefined) throw notFound();
  return accountOf(row);
}

/** Locks the organization's service accounts, and refuses a name that another one has. */
async function holdName(tx: Sql, orgId: string, userId: string, name: string): Promise<void> {
  await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
  const rows = await query(ROW, statement`${accountsOf(orgId)} group by u.user_id`, tx);
  if (rows.length >= MOST_ACCOUNTS && !rows.some(({ user_id }) => user_id === userId)) {
    throw new AppError('conflict', `There are ${MOST_ACCOUNTS} service accounts already. Remove one first.`);
  }
  const isTaken = rows.some((row) => row.user_id !== userId && row.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw new AppError('conflict', `There is a service account named ${name} already.`);
}

/** Creates a member that only tokens can act as: it has no address, no identity, and no session. */
export async function createServiceAccount({
  subject: { orgId },
  body: { name },
  audit,
}: Context<typeof contract.createServiceAccount>) {
  const userId = ids.person();
  await transaction(async (tx) => {
    await holdName(tx, orgId, userId, name);
    await execute(
      statement`insert into "user" (user_id, name, service_org_id) values (${userId}, ${name}, ${orgId})`,
      tx,
    );
    await execute(statement`insert into membership (org_id, user_id) values (${orgId}, ${userId})`, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'service_account.create',
      subjectType: 'service_account',
      subjectId: userId,
      after: { name },
    });
  });
  return readServiceAccount(orgId, userId);
}

export async function renameServiceAccount({
  subject: { orgId },
  params: { userId },
  body: { name },
  audit,
}: Context<typeof contract.renameServiceAccount>) {
  await transaction(async (tx) => {
    await holdName(tx, orgId, userId, name);
    const before = await readServiceAccount(orgId, userId, tx);
    if (before.name === name) return;
    await execute(statement`update "user" set name = ${name} where user_id = ${userId}`, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'service_account.rename',
      subjectType: 'service_account',
      subjectId: userId,
      before: { name: before.name },
      after: { name },
    });
  });
  return readServiceAccount(orgId, userId);
}

/** Removes a service account as people are removed, so that its runs keep their name, and revokes its tokens. */
export async function deleteServiceAccount({
  subject: { orgId },
  params: { userId },
  audit,
}: Context<typeof contract.deleteServiceAccount>) {
  await transaction(async (tx) => {
    await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
    const { name } = await readServiceAccount(orgId, userId, tx);
    await execute(
      statement`update membership set state = 'deleted', state_before_removal = 'active'
       where org_id = ${orgId} and user_id = ${userId}`,
      tx,
    );
    await execute(statement`delete from access_token where user_id = ${userId}`, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'service_account.remove',
      subjectType: 'service_account',
      subjectId: userId,
      before: { name },
    });
    await stopWithPeople(tx, orgId, [userId], audit);
  });
  return undefined;
}
