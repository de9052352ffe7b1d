import type {
  listMembers as listMembersOperation,
  member,
  readMember as readMemberOperation,
} from '@/lib/contract/members';
import type { Ours } from '@/lib/contract/wire';
import { adHocSql, sql } from '@/server/db';
import { notFound } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { type FilterFields, filterSql } from '@/server/http/list-filter';

type Member = Ours<typeof member>;

interface MemberRow {
  org_id: string;
  user_id: string;
  name: string;
  email: string | null;
  role: Member['role'];
  state: 'active' | 'pending' | 'deleted';
}

const MEMBERS = `
  select m.org_id, m.user_id, u.name, u.email, m.role, m.state
  from membership m join "user" u on u.user_id = m.user_id
  where m.org_id = $1`;

const FIELDS: FilterFields = {
  user_id: 'm.user_id',
  name: 'u.name',
  email: 'u.email',
  role: 'm.role',
  is_deleted: "(m.state = 'deleted')",
  is_pending_to_org: "(m.state = 'pending')",
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
  };
}

export async function listMembers({
  subject,
  query,
}: Context<typeof listMembersOperation>): Promise<Member[]> {
  const filter = filterSql(query.filter ?? [], FIELDS, 2);
  const rows = await adHocSql.query<MemberRow>(`${MEMBERS}${filter.sql} order by lower(u.name), m.user_id`, [
    subject.orgId,
    ...filter.values,
  ]);
  return rows.map(memberOf);
}

export async function readMember({ subject, params }: Context<typeof readMemberOperation>): Promise<Member> {
  const [row] = await sql.query<MemberRow>(`${MEMBERS} and m.user_id = $2`, [subject.orgId, params.userId]);
  if (row === undefined) throw notFound();
  return memberOf(row);
}
