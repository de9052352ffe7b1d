import statement from 'sql-template-tag';
import type { JsonValue } from '@/lib/base/json';
import type * as groups from '@/lib/contract/people/groups';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { AppError, invalidAt, notFound } from '@/server/base/errors';
import { ids } from '@/server/base/ids';
import type { Context } from '@/server/operations/context';
import { readGroup } from '@/server/people/members/list-groups';

interface GroupPlace {
  orgId: string;
  groupId: string;
}

function audited(
  tx: Sql,
  audit: AuditSource,
  { orgId, groupId }: GroupPlace,
  action: string,
  change: { before?: JsonValue; after?: JsonValue },
): Promise<void> {
  return recordAudit(tx, audit, { orgId, action, subjectType: 'group', subjectId: groupId, ...change });
}

/**
 * Locks a group until the transaction ends, and returns its name. Throws 404 if the organization doesn't have it, and 409
 * if it comes from the directory, which would undo the change; unless the directory has deleted it.
 */
export async function hold(tx: Sql, { orgId, groupId }: GroupPlace): Promise<string> {
  const [row] = await query(
    { name: column.text },
    statement`select name from user_group where org_id = ${orgId} and group_id = ${groupId} for update`,
    tx,
  );
  if (row === undefined) throw notFound();
  const synced = await query(
    {},
    statement`select from directory_group where org_id = ${orgId} and group_id = ${groupId} and removed_at is null`,
    tx,
  );
  if (synced.length === 0) return row.name;
  throw new AppError('conflict', 'This group comes from the directory. Change it there, then sync.');
}

/** Group names are unique, ignoring case. */
async function refuseTakenName(tx: Sql, { orgId, groupId }: GroupPlace, name: string): Promise<void> {
  await query({}, statement`select from org where org_id = ${orgId} for no key update`, tx);
  const taken = await query(
    {},
    statement`select from user_group where org_id = ${orgId} and group_id <> ${groupId}
      and lower(name) = lower(${name})`,
    tx,
  );
  if (taken.length === 0) return;
  throw new AppError('conflict', `There is a group named ${name} already.`);
}

export async function createGroup({ subject, body: { name }, audit }: Context<typeof groups.createGroup>) {
  const place = { orgId: subject.orgId, groupId: ids.group() };
  await transaction(async (tx) => {
    await refuseTakenName(tx, place, name);
    await execute(
      statement`insert into user_group (org_id, group_id, name) values (${place.orgId}, ${place.groupId}, ${name})`,
      tx,
    );
    await audited(tx, audit, place, 'group.create', { after: { name } });
  });
  return readGroup(place.orgId, place.groupId);
}

export async function renameGroup({
  subject: { orgId },
  params: { groupId },
  body: { name },
  audit,
}: Context<typeof groups.renameGroup>) {
  const place = { orgId, groupId };
  await transaction(async (tx) => {
    const before = await hold(tx, place);
    if (before === name) return;
    await refuseTakenName(tx, place, name);
    await execute(
      statement`update user_group set name = ${name} where org_id = ${orgId} and group_id = ${groupId}`,
      tx,
    );
    await audited(tx, audit, place, 'group.rename', { before: { name: before }, after: { name } });
  });
  return readGroup(orgId, groupId);
}

/** Deletes a group with its grants. Its people stay in the organization. */
export async function deleteGroup({
  subject: { orgId },
  params: { groupId },
  audit,
}: Context<typeof groups.deleteGroup>): Promise<undefined> {
  const place = { orgId, groupId };
  await transaction(async (tx) => {
    const name = await hold(tx, place);
    const people = await query(
      { user_id: column.text },
      statement`select user_id from group_member where org_id = ${orgId} and group_id = ${groupId}
        order by user_id`,
      tx,
    );
    await execute(statement`delete from user_group where org_id = ${orgId} and group_id = ${groupId}`, tx);
    const userIds = people.map(({ user_id }) => user_id);
    await audited(tx, audit, place, 'group.delete', { before: { name, user_ids: userIds } });
  });
  return undefined;
}

/** Adds people to a group: all of them, or nobody if one is not in the organization. */
export async function addToGroup({
  subject: { orgId },
  params: { groupId },
  body,
  audit,
}: Context<typeof groups.addToGroup>) {
  const place = { orgId, groupId };
  const userIds = [...new Set(body.userIds)];
  await transaction(async (tx) => {
    await hold(tx, place);
    const known = await query(
      {},
      statement`select from membership where org_id = ${orgId} and user_id = any(${userIds})
        and state <> 'deleted'`,
      tx,
    );
    if (known.length < userIds.length) {
      const message = 'Only people of this organization can be in its groups.';
      throw invalidAt('userIds', message);
    }
    await addPeople(tx, audit, place, userIds);
  });
  return readGroup(orgId, groupId);
}

/** Adds people of the organization to a group that is held. Those who are in it already stay. */
export async function addPeople(
  tx: Sql,
  audit: AuditSource,
  place: GroupPlace,
  userIds: readonly string[],
): Promise<void> {
  const added = await query(
    { user_id: column.text },
    statement`insert into group_member (org_id, group_id, user_id)
      select ${place.orgId}, ${place.groupId}, unnest(${[...userIds]}::text[])
     on conflict do nothing returning user_id`,
    tx,
  );
  if (added.length === 0) return;
  const after = { user_ids: added.map(({ user_id }) => user_id) };
  await audited(tx, audit, place, 'group.add', { after });
}

/** Removes a person from a group. Access through the group ends with their next request. */
export async function removeFromGroup({
  subject: { orgId },
  params: { groupId, userId },
  audit,
}: Context<typeof groups.removeFromGroup>): Promise<undefined> {
  const place = { orgId, groupId };
  await transaction(async (tx) => {
    await hold(tx, place);
    const taken = await query(
      { user_id: column.text },
      statement`delete from group_member where org_id = ${orgId} and group_id = ${groupId} and user_id = ${userId}
        returning user_id`,
      tx,
    );
    if (taken.length === 0) return;
    await audited(tx, audit, place, 'group.remove', { before: { user_ids: [userId] } });
  });
  return undefined;
}
