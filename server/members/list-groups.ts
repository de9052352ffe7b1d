import type { listGroups as listGroupsOperation } from '@/lib/contract/members';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

/** The groups with their people; who was removed from the organisation counts for nothing in them. */
export async function listGroups({ subject }: Context<typeof listGroupsOperation>) {
  const rows = await sql.query<{
    group_id: string;
    name: string;
    people: { userId: string; name: string }[] | null;
  }>(
    `select g.group_id, g.name, (
       select json_agg(json_build_object('userId', u.user_id, 'name', u.name) order by lower(u.name), u.user_id)
       from group_member gm
       join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
       join "user" u on u.user_id = gm.user_id
       where gm.org_id = g.org_id and gm.group_id = g.group_id) as people
     from user_group g where g.org_id = $1
     order by lower(g.name), g.group_id`,
    [subject.orgId],
  );
  return rows.map((row) => ({ groupId: row.group_id, name: row.name, people: row.people ?? [] }));
}
