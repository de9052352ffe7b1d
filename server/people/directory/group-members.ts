import statement from 'sql-template-tag';
import { recordAudits } from '@/server/access/audit';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import type { DirectoryOrg } from '@/server/people/directory/apply-people';

const CHANGED = { group_id: column.text, user_ids: column.texts };

/**
 * Puts exactly those people into the organization's synced groups who are in them in the directory, directly or through
 * other groups. Call it after people or groups have changed.
 *
 * @returns the ids of the groups that changed
 */
export async function updateGroupMembers(tx: Sql, { orgId, audit }: DirectoryOrg): Promise<Set<string>> {
  const wanted = statement`
    with recursive reached (group_object_id, member_object_id) as (
      select group_object_id, member_object_id from directory_group_member where org_id = ${orgId}
      union
      select reached.group_object_id, inner_member.member_object_id
      from reached
      join directory_group nested on nested.org_id = ${orgId} and nested.object_id = reached.member_object_id
        and nested.removed_at is null
      join directory_group_member inner_member on inner_member.org_id = ${orgId}
        and inner_member.group_object_id = nested.object_id
    ), wanted as (
      select distinct g.group_id, p.user_id from reached
      join directory_group g on g.org_id = ${orgId} and g.object_id = reached.group_object_id and g.removed_at is null
      join directory_person p on p.org_id = ${orgId} and p.object_id = reached.member_object_id
        and p.removed_at is null
    )`;
  const removed = await query(
    CHANGED,
    statement`${wanted}, gone as (
        delete from group_member m using directory_group g
        where m.org_id = ${orgId} and g.org_id = m.org_id and g.group_id = m.group_id
          and not exists (select from wanted w where w.group_id = m.group_id and w.user_id = m.user_id)
        returning m.group_id, m.user_id)
      select group_id, array_agg(user_id order by user_id) as user_ids from gone group by group_id`,
    tx,
  );
  const added = await query(
    CHANGED,
    statement`${wanted}, fresh as (
        insert into group_member (org_id, group_id, user_id) select ${orgId}, group_id, user_id from wanted
        on conflict do nothing returning group_id, user_id)
      select group_id, array_agg(user_id order by user_id) as user_ids from fresh group by group_id`,
    tx,
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.remove', subjectType: 'group' },
    removed.map(({ group_id, user_ids }) => ({ subjectId: group_id, before: { user_ids } })),
  );
  await recordAudits(
    tx,
    audit,
    { orgId, action: 'group.add', subjectType: 'group' },
    added.map(({ group_id, user_ids }) => ({ subjectId: group_id, after: { user_ids } })),
  );
  return new Set([...removed, ...added].map(({ group_id }) => group_id));
}
