import statement from 'sql-template-tag';
import type { group, listGroups as listGroupsOperation } from '@/lib/contract/people/members';
import type { Decoded } from '@/lib/wire/wire';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

type Group = Decoded<typeof group>;

/** Returns the groups with their people. People who were removed from the organization are left out. */
export async function listGroups({ subject }: Context<typeof listGroupsOperation>): Promise<Group[]> {
  return readGroups(subject.orgId, null);
}

/** Returns one group with its people. Throws 404 if the organization doesn't have it. */
export async function readGroup(orgId: string, groupId: string): Promise<Group> {
  const [found] = await readGroups(orgId, groupId);
  if (found === undefined) throw notFound();
  return found;
}

async function readGroups(orgId: string, groupId: string | null): Promise<Group[]> {
  const rows = await query(
    {
      group_id: column.text,
      name: column.text,
      directory: column.oneOf(['none', 'synced', 'deleted']),
      people: column.json<Group['people']>().nullable(),
    },
    statement`select g.group_id, g.name, members.people,
       case when d.object_id is null then 'none' when d.removed_at is null then 'synced' else 'deleted' end as directory
     from user_group g
     left join directory_group d on d.org_id = g.org_id and d.group_id = g.group_id
     left join (
       select gm.group_id,
         json_agg(json_build_object('userId', u.user_id, 'name', ${MEMBER_NAME}, 'isPending', m.state = 'pending')
           order by lower(${MEMBER_NAME}), u.user_id) as people
       from group_member gm
       join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state <> 'deleted'
       join "user" u on u.user_id = gm.user_id
       where gm.org_id = ${orgId} and (${groupId}::text is null or gm.group_id = ${groupId})
       group by gm.group_id
     ) members on members.group_id = g.group_id
     where g.org_id = ${orgId} and (${groupId}::text is null or g.group_id = ${groupId})
     order by lower(g.name), g.group_id`,
  );
  return rows.map((row) => ({
    groupId: row.group_id,
    name: row.name,
    directory: row.directory,
    people: row.people ?? [],
  }));
}
