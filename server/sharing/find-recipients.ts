import statement, { type Sql as Statement } from 'sql-template-tag';
import type { findRecipients as findRecipientsOperation, recipients } from '@/lib/contract/sharing/sharing';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { column, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

type Recipients = Decoded<typeof recipients>;

const DEFAULT_MAX = 10;

const PERSON = {
  userId: column.text,
  name: column.text,
  email: column.text.nullable(),
  role: accessColumn.orgRole,
  isPending: column.boolean,
};

const GROUP = { groupId: column.text, name: column.text, peopleCount: column.int };

/** Names that start with the text come before other matches. */
const peopleLike = (orgId: string, text: string, max: number): Statement => statement`
  select u.user_id as "userId", ${MEMBER_NAME} as name, u.email, m.role, m.state = 'pending' as "isPending"
  from membership m join "user" u on u.user_id = m.user_id
  where m.org_id = ${orgId} and m.state <> 'deleted'
    and (strpos(lower(${MEMBER_NAME}), lower(${text})) > 0 or strpos(lower(u.email), lower(${text})) > 0)
  order by strpos(lower(${MEMBER_NAME}), lower(${text})) <> 1, lower(${MEMBER_NAME}), u.user_id limit ${max}`;

const groupsLike = (orgId: string, text: string, max: number): Statement => statement`
  select g.group_id as "groupId", g.name, (
    select count(*)::int from group_member gm
    join membership m on m.org_id = gm.org_id and m.user_id = gm.user_id and m.state <> 'deleted'
    where gm.org_id = g.org_id and gm.group_id = g.group_id) as "peopleCount"
  from user_group g
  where g.org_id = ${orgId} and strpos(lower(g.name), lower(${text})) > 0
  order by strpos(lower(g.name), lower(${text})) <> 1, lower(g.name), g.group_id limit ${max}`;

/** Returns a few people and groups of the organization that match a text. */
export async function findRecipients({
  subject: { orgId },
  query: { search, max },
}: Context<typeof findRecipientsOperation>): Promise<Recipients> {
  const text = search?.trim() ?? '';
  const most = max ?? DEFAULT_MAX;
  const [people, groups] = await Promise.all([
    query(PERSON, peopleLike(orgId, text, most)),
    query(GROUP, groupsLike(orgId, text, most)),
  ]);
  return { people, groups };
}
