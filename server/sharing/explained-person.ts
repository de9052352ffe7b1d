import type { OrgRole, Person } from '@/lib/access/vocabulary';

/** Somebody of whom it is said what they have, as they stand to the organization. */
export interface ExplainedPerson {
  user_id: string;
  name: string;
  email: string | null;
  org_role: OrgRole | null;
  state: 'active' | 'pending' | 'deleted' | null;
}

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
