import statement from 'sql-template-tag';
import { recordAudits } from '@/server/access/audit';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { ids } from '@/server/base/ids';
import type { DirectoryOrg } from '@/server/people/directory/apply-people';
import type { GroupsPlan, KnownGroup, MemberEdge } from '@/server/people/directory/found-groups';

const KNOWN = {
  object_id: column.text,
  group_id: column.text,
  name: column.text,
  is_removed: column.boolean,
};

/** All groups that the directory's earlier syncs stored. */
export async function readKnownGroups(tx: Sql, orgId: string): Promise<KnownGroup[]> {
  const rows = await query(
    KNOWN,
    statement`select object_id, group_id, name, removed_at is not null as is_removed
      from directory_group where org_id = ${orgId}`,
    tx,
  );
  return rows.map((row) => ({
    objectId: row.object_id,
    groupId: row.group_id,
    name: row.name,
    isRemoved: row.is_removed,
  }));
}

/** A group with its new name, as the directory has it and as the organization shows it. */
interface Named {
  objectId: string;
  groupId: string;
  name: string;
  shownName: string;
}

/**
 * Stores what a plan says, with one audit row per group. A group that the directory deleted stays, with what is shared
 * with it, and without members. Call `updateGroupMembers` afterward.
 */
export async function applyGroups(tx: Sql, org: DirectoryOrg, plan: GroupsPlan): Promise<void> {
  const { orgId, audit } = org;
  const changed = [...plan.renames, ...plan.returns];
  const taken = await takenNames(
    tx,
    orgId,
    changed.map(({ group }) => group.groupId),
  );
  const added = plan.additions.map((group) => nameGroup({ ...group, groupId: ids.group() }, taken));
  const renamed = changed.map(({ group, name }) => nameGroup({ ...group, name }, taken));
  await renameGroups(tx, orgId, renamed);
  await insertGroups(tx, orgId, added);
  await execute(
    statement`update directory_group set removed_at = ${clock.now()}
      where org_id = ${orgId} and object_id = any(${plan.removals.map(({ objectId }) => objectId)})`,
    tx,
  );
  await storeEdges(tx, orgId, plan);
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.create', subjectType: 'group' },
    added.map(({ groupId, shownName }) => ({ subjectId: groupId, after: { name: shownName } })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.rename', subjectType: 'group' },
    plan.renames.map(({ group, name }) => ({
      subjectId: group.groupId,
      before: { name: group.name },
      after: { name },
    })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.sync_restore', subjectType: 'group' },
    plan.returns.map(({ group, name }) => ({ subjectId: group.groupId, after: { name } })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.sync_remove', subjectType: 'group' },
    plan.removals.map(({ groupId, name }) => ({ subjectId: groupId, before: { name } })),
  );
}

/** The names of the organization's groups in lowercase, except of those that get another name. */
async function takenNames(tx: Sql, orgId: string, renamedIds: readonly string[]): Promise<Set<string>> {
  const rows = await query(
    { name: column.text },
    statement`select lower(name) as name from user_group
      where org_id = ${orgId} and group_id <> all(${renamedIds})`,
    tx,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Names of groups are unique in an organization, and not in a directory: a second one shows a part of its id too. */
function nameGroup(group: Omit<Named, 'shownName'>, taken: Set<string>): Named {
  const { name, objectId } = group;
  const names = [name, `${name} (${objectId.slice(0, 8)})`, `${name} (${objectId})`];
  const shownName = names.find((each) => !taken.has(each.toLowerCase())) ?? group.groupId;
  taken.add(shownName.toLowerCase());
  return { ...group, shownName };
}

async function insertGroups(tx: Sql, orgId: string, groups: readonly Named[]): Promise<void> {
  const groupIds = groups.map(({ groupId }) => groupId);
  await execute(
    statement`insert into user_group (org_id, group_id, name)
      select ${orgId}, * from unnest(${groupIds}::text[], ${groups.map(({ shownName }) => shownName)}::text[])`,
    tx,
  );
  await execute(
    statement`insert into directory_group (org_id, object_id, group_id, name)
      select ${orgId}, * from unnest(${groups.map(({ objectId }) => objectId)}::text[], ${groupIds}::text[],
        ${groups.map(({ name }) => name)}::text[])`,
    tx,
  );
}

/** Two groups may exchange their names, so all give theirs up first. */
async function renameGroups(tx: Sql, orgId: string, groups: readonly Named[]): Promise<void> {
  if (groups.length === 0) return;
  const groupIds = groups.map(({ groupId }) => groupId);
  await execute(
    statement`update user_group set name = group_id where org_id = ${orgId} and group_id = any(${groupIds})`,
    tx,
  );
  await execute(
    statement`update user_group g set name = n.name
      from unnest(${groupIds}::text[], ${groups.map(({ shownName }) => shownName)}::text[]) n (group_id, name)
      where g.org_id = ${orgId} and g.group_id = n.group_id`,
    tx,
  );
  await execute(
    statement`update directory_group g set name = n.name, removed_at = null
      from unnest(${groupIds}::text[], ${groups.map(({ name }) => name)}::text[]) n (group_id, name)
      where g.org_id = ${orgId} and g.group_id = n.group_id`,
    tx,
  );
}

const columnsOf = (edges: readonly MemberEdge[]) => statement`
  unnest(${edges.map(({ groupObjectId }) => groupObjectId)}::text[],
    ${edges.map(({ memberObjectId }) => memberObjectId)}::text[]) e (group_object_id, member_object_id)`;

async function storeEdges(tx: Sql, orgId: string, { edges, isFull, returns }: GroupsPlan): Promise<void> {
  // A group that is back is described with all its members.
  const renewed = returns.map(({ group }) => group.objectId);
  await execute(
    statement`delete from directory_group_member m where m.org_id = ${orgId}
      and (${isFull} or m.group_object_id = any(${renewed}))
      and not exists (select from ${columnsOf(edges.added)}
        where e.group_object_id = m.group_object_id and e.member_object_id = m.member_object_id)`,
    tx,
  );
  await execute(
    statement`delete from directory_group_member m using ${columnsOf(edges.removed)}
      where m.org_id = ${orgId} and e.group_object_id = m.group_object_id
        and e.member_object_id = m.member_object_id`,
    tx,
  );
  await execute(
    statement`insert into directory_group_member (org_id, group_object_id, member_object_id)
      select ${orgId}, e.group_object_id, e.member_object_id from ${columnsOf(edges.added)}
      on conflict do nothing`,
    tx,
  );
}
