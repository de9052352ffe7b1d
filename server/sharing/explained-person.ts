import type { Person } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { column, type RowOf } from '@/server/statements';

/** Somebody whose access is explained, and how they stand to the organization. */
export const EXPLAINED_PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  org_role: accessColumn.orgRole.nullable(),
  state: accessColumn.membershipState.nullable(),
};
export type ExplainedPerson = RowOf<typeof EXPLAINED_PERSON>;

/** The person as an actor, so that they are decided on as if they asked themselves. */
export function personOf(row: ExplainedPerson, orgId: string): Person {
  const isActive = row.state === 'active' && row.org_role !== null;
  return {
    kind: 'person',
    userId: row.user_id,
    name: row.name,
    email: row.email,
    memberships: isActive && row.org_role !== null ? [{ orgId, role: row.org_role }] : [],
  };
}
