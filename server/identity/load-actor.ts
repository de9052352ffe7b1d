import statement from 'sql-template-tag';
import type { Actor, OrgRole, Through } from '@/lib/access/vocabulary';
import { column, type RowOf } from '@/server/statements';

/** The columns of a person as every way of authenticating reads them. */
export const PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  memberships: column.json<{ orgId: string; role: OrgRole }[]>().nullable(),
};

/** Everyone, with their active memberships. */
export const PEOPLE = statement`
  select u.user_id, u.name, u.email,
    (select json_agg(json_build_object('orgId', m.org_id, 'role', m.role))
       from membership m where m.user_id = u.user_id and m.state = 'active') as memberships
  from "user" u`;

/** The actor of a row of `PEOPLE`; signed out without one. */
export function actorOf(row: RowOf<typeof PERSON> | undefined, through: Through): Actor {
  if (row === undefined) return { kind: 'signedOut' };
  return {
    kind: 'person',
    userId: row.user_id,
    name: row.name,
    email: row.email,
    memberships: row.memberships ?? [],
    through,
  };
}
