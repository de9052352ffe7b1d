import type { Person } from '@/lib/access/vocabulary';
import { accessColumn } from '@/server/access/columns';
import { column, type RowOf } from '@/server/base/database/statements';

/** A person whose access is explained, with their role and state in the organization. */
export const EXPLAINED_PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  org_role: accessColumn.orgRole.nullable(),
  state: accessColumn.membershipState.nullable(),
};
export type ExplainedPerson = RowOf<typeof EXPLAINED_PERSON>;

/** Returns the person as an actor, so that access is decided as if they asked themselves. */
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
