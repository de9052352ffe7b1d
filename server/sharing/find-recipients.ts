import type { findRecipients as findRecipientsOperation, recipients } from '@/lib/contract/sharing';
import type { Ours } from '@/lib/contract/wire';
import { sql } from '@/server/db';
import type { Context } from '@/server/http/context';

type Recipients = Ours<typeof recipients>;

const DEFAULT_MAX = 10;

/** Who is called so stands before whose name or address merely has the text in it. */
const PEOPLE = `
  select u.user_id as "userId", u.name, u.email, m.role, m.state = 'pending' as "isPending"
  from membership m join "user" u on u.user_id = m.user_id
  where m.org_id = $1 and m.state <> 'deleted'
    and (strpos(lower(u.name), lower($2)) > 0 or strpos(lower(u.email), lower($2)) > 0)
  order by strpos(lower(u.name), lower($2)) <> 1, lower(u.name), u.user_id limit $3`;

const GROUPS = `
  select g.group_id as "groupId", g.name, (
    select count(*)::int from group_member gm
    join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state = 'active'
    where gm.org_id = g.org_id and gm.group_id = g.group_id) as "peopleCount"
  from user_group g
  where g.org_id = $1 and strpos(lower(g.name), lower($2)) > 0
  order by strpos(lower(g.name), lower($2)) <> 1, lower(g.name), g.group_id limit $3`;

/** The people and groups of the organization that a text may mean, a few of each. */
export async function findRecipients({
  subject,
  query,
}: Context<typeof findRecipientsOperation>): Promise<Recipients> {
  const values = [subject.orgId, query.search?.trim() ?? '', query.max ?? DEFAULT_MAX];
  const [people, groups] = await Promise.all([
    sql.query<Recipients['people'][number]>(PEOPLE, values),
    sql.query<Recipients['groups'][number]>(GROUPS, values),
  ]);
  return { people, groups };
}
