import statement from 'sql-template-tag';
import type { Actor, OrgRole, Through } from '@/lib/access/vocabulary';
import { closureBy } from '@/lib/orgs/sign-in-policy';
import { SIGN_IN_POLICIES, signInPolicies } from '@/server/access/sign-in-policies';
import { column, type RowOf } from '@/server/base/database/statements';

/** The columns of a person as every way of authenticating reads them. */
export const PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  memberships: column.json<{ orgId: string; role: OrgRole }[]>().nullable(),
  policies: signInPolicies,
};

/** Everyone, with their active memberships, and the policies that they must meet. */
export const PEOPLE = statement`
  select u.user_id, u.name, u.email,
    (select json_agg(json_build_object('orgId', m.org_id, 'role', m.role))
       from membership m where m.user_id = u.user_id and m.state = 'active') as memberships,
    ${SIGN_IN_POLICIES} as policies
  from "user" u`;

/**
 * The actor of a row of `PEOPLE`; signed out without one.
 *
 * @param longestIdleMs the longest time that a session has gone without use, until now; null for what is not a session
 */
export function actorOf(
  row: RowOf<typeof PERSON> | undefined,
  through: Through,
  longestIdleMs: number | null = null,
): Actor {
  if (row === undefined) return { kind: 'signedOut' };
  const closedOrgs = (row.policies ?? []).flatMap(
    (policy) => closureBy(policy, { through, longestIdleMs }) ?? [],
  );
  const isOpen = ({ orgId }: { orgId: string }) => !closedOrgs.some((closed) => closed.orgId === orgId);
  return {
    kind: 'person',
    userId: row.user_id,
    name: row.name,
    email: row.email,
    memberships: (row.memberships ?? []).filter(isOpen),
    ...(closedOrgs.length === 0 ? {} : { closedOrgs }),
    through,
  };
}
