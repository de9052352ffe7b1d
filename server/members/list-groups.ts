import type { group, listGroups as listGroupsOperation } from '@/lib/contract/members';
import type { Ours } from '@/lib/contract/wire';
import { sql } from '@/server/db';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';

type Group = Ours<typeof group>;

/** The groups with their people; who was removed from the organization counts for nothing in them. */
export async function listGroups({ subject }: Context<typeof listGroupsOperation>): Promise<Group[]> {
  return readGroups(subject.orgId, null);
}

/** One group with its people. Throws 404 where the organization has none such. */
export async function readGroup(orgId: string, groupId: string): Promise<Group> {
  const [found] = await readGroups(orgId, groupId);
  if (found === undefined) throw notFound();
  return found;
}

async function readGroups(orgId: string, groupId: string | null): Promise<Group[]> {
  const rows = await sql.query<{ group_id: string; name: string; people: Group['people'] | null }>(
    `select g.group_id, g.name, held.people
     from user_group g
     left join (
       select gm.group_id,
         json_agg(json_build_object('userId', u.user_id, 'name', u.name) order by lower(u.name), u.user_id) as people
       from group_member gm
       join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
       join "user" u on u.user_id = gm.user_id
       where gm.org_id = $1 and ($2::text is null or gm.group_id = $2)
       group by gm.group_id
     ) held on held.group_id = g.group_id
     where g.org_id = $1 and ($2::text is null or g.group_id = $2)
     order by lower(g.name), g.group_id`,
    [orgId, groupId],
  );
  return rows.map((row) => ({ groupId: row.group_id, name: row.name, people: row.people ?? [] }));
}
