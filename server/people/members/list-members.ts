import statement, { type Sql as Statement } from 'sql-template-tag';
import type { OrgRole } from '@/lib/access/vocabulary';
import {
  type listMembers as listMembersOperation,
  MOST_MEMBERS_A_PAGE,
  type member,
  type readMember as readMemberOperation,
} from '@/lib/contract/people/members';
import type { Decoded } from '@/lib/wire/wire';
import { accessColumn } from '@/server/access/columns';
import { promisedByCommand } from '@/server/access/people/invited-people';
import { MEMBER_NAME } from '@/server/access/people/shown-name';
import { grantsByCommand } from '@/server/access/scope';
import { adHocSql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { AppError, notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { type FilterFields, filterSql } from '@/server/operations/list-filter';

/** A whole list holds at most this many rows. */
const MOST_ROWS = 10_000;

type Member = Decoded<typeof member>;

const MEMBER = {
  org_id: column.text,
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  role: accessColumn.orgRole,
  state: accessColumn.membershipState,
  is_revoked: column.boolean,
  is_pending_to_product: column.boolean,
  is_new: column.boolean,
  is_service_account: column.boolean,
  is_engineer: column.boolean.nullable(),
  has_commands: column.boolean.nullable(),
  groups: column.json<string[]>().nullable(),
  last_active_at: column.time.nullable(),
};
type MemberRow = RowOf<typeof MEMBER>;

/** Of this organization alone: sessions would say that people came who only used another one. */
const LAST_EVENT = statement`(select a.at from audit_event a
    where a.org_id = m.org_id and a.actor_user_id = m.user_id order by a.at desc limit 1)`;

const PERSON = statement`u.user_id`;
const ORG = statement`o.org_id`;

/**
 * Selects the commands of a person, of an invited one what they get once they join. Copies count for nothing: the person who
 * made one is an engineer as far as they are of the command that it follows.
 */
const GIVEN = statement`select from (
    select command_id, role from (${grantsByCommand(PERSON, ORG)}) own
    union all
    select command_id, role from (${promisedByCommand(PERSON, ORG)}) promised where m.state = 'pending'
  ) gives
  join command given on given.org_id = o.org_id and given.command_id = gives.command_id
  where given.follows_command_id is null`;

/** What takes a look at each person's grants and groups, for a page of people. */
const standing = (reader: OrgRole | null): Statement => statement`
  exists (${GIVEN} and gives.role = 'admin') as is_engineer, exists (${GIVEN}) as has_commands,
  coalesce((select json_agg(g.name order by lower(g.name), g.group_id)
    from group_member gm join user_group g on g.org_id = gm.org_id and g.group_id = gm.group_id
    where gm.org_id = m.org_id and gm.user_id = m.user_id), '[]') as groups,
  ${reader === 'admin' ? LAST_EVENT : statement`null::timestamptz`} as last_active_at`;
const NO_STANDING = statement`null::boolean as is_engineer, null::boolean as has_commands, null::json as groups, null::timestamptz as last_active_at`;

/**
 * A person who has only been invited is pending to the product too: signing in gives everyone an organization. So is a
 * person of the directory who has never signed in.
 */
const membersOf = (orgId: string, more: Statement): Statement => statement`
  select m.org_id, m.user_id, ${MEMBER_NAME} as name, u.email, m.role, m.state,
    m.state = 'deleted' and m.state_before_removal is not distinct from 'pending' as is_revoked,
    (m.state = 'pending' and not exists (
      select 1 from membership any_other where any_other.user_id = m.user_id and any_other.state <> 'pending'
    )) or exists (
      select from directory_person p where p.org_id = m.org_id and p.user_id = m.user_id and p.signed_in_at is null
    ) as is_pending_to_product,
    m.created_at > greatest(now() - interval '7 days', o.created_at + interval '1 day') as is_new,
    u.service_org_id is not null as is_service_account, ${more}
  from membership m
  join org o on o.org_id = m.org_id
  join "user" u on u.user_id = m.user_id
  where m.org_id = ${orgId}`;

const BY_NAME = statement`lower(${MEMBER_NAME}), m.user_id`;

const FIELDS: FilterFields = {
  user_id: 'm.user_id',
  name: MEMBER_NAME.text,
  email: 'u.email',
  /** What people are looked for by. */
  search: `concat_ws(' ', ${MEMBER_NAME.text}, u.email)`,
  role: 'm.role',
  is_deleted: { flag: "(m.state = 'deleted')" },
  is_pending_to_org: { flag: "(m.state = 'pending')" },
};

function memberOf(row: MemberRow): Member {
  return {
    userId: row.user_id,
    uoId: `${row.user_id}_${row.org_id}`,
    name: row.name,
    email: row.email,
    role: row.role,
    isDeleted: row.state === 'deleted',
    isPending: row.state === 'pending',
    isRevoked: row.is_revoked,
    isPendingToProduct: row.is_pending_to_product,
    isNew: row.is_new,
    isServiceAccount: row.is_service_account,
    isEngineer: row.is_engineer,
    hasCommands: row.has_commands,
    groups: row.groups,
    lastActiveAt: row.last_active_at?.toISOString() ?? null,
  };
}

/** Lists everyone, or one page of them if a page is requested: an organization can have more people than one list holds. */
export async function listMembers({
  subject,
  query: { filter = [], page, per_page },
  responseHeaders,
}: Context<typeof listMembersOperation>): Promise<Member[]> {
  const found = (more: Statement) => statement`${membersOf(subject.orgId, more)}${filterSql(filter, FIELDS)}`;
  if (page !== undefined || per_page !== undefined) {
    const rowsAPage = per_page ?? MOST_MEMBERS_A_PAGE;
    const [rows, [counted]] = await Promise.all([
      query(
        MEMBER,
        statement`${found(standing(subject.role))} order by m.state = 'deleted', ${BY_NAME}
          limit ${rowsAPage} offset ${(page ?? 0) * rowsAPage}`,
        adHocSql,
      ),
      query(
        { count: column.int },
        statement`select count(*)::int as count from (${found(NO_STANDING)}) found`,
        adHocSql,
      ),
    ]);
    responseHeaders.set('X-Total-Count', String(counted?.count ?? 0));
    return rows.map(memberOf);
  }
  const rows = await query(
    MEMBER,
    statement`${found(NO_STANDING)} order by ${BY_NAME} limit ${MOST_ROWS + 1}`,
    adHocSql,
  );
  if (rows.length > MOST_ROWS) {
    throw new AppError(
      'invalid',
      `There are more than ${MOST_ROWS} people. Narrow the list with filter, or ask for pages.`,
    );
  }
  return rows.map(memberOf);
}

export async function readMember({ subject, params }: Context<typeof readMemberOperation>): Promise<Member> {
  return readMemberOf(subject.orgId, params.userId, subject.role);
}

/**
 * Returns one person of an organization. Throws 404 if they are not in it.
 *
 * @param reader the role of the person who reads it
 */
export async function readMemberOf(
  orgId: string,
  userId: string,
  reader: OrgRole | null = null,
): Promise<Member> {
  const [row] = await query(
    MEMBER,
    statement`${membersOf(orgId, standing(reader))} and m.user_id = ${userId}`,
  );
  if (row === undefined) throw notFound();
  return memberOf(row);
}
