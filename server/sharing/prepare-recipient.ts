import { decideInPerson } from '@/lib/access/decide';
import type { AccessRole, Person } from '@/lib/access/vocabulary';
import type { AuditSource } from '@/server/access/audit';
import type { Shared } from '@/server/access/give-role';
import type { Sql } from '@/server/base/database/db';
import { refusalToInvite } from '@/server/messages/queue-mail';
import { lockAdmins } from '@/server/people/members/last-admin';
import { makeAdmin } from '@/server/people/members/make-admin';
import { beginInvitation, findOrCreatePerson, givenNameOf } from '@/server/people/members/people';
import {
  findRecipientFor,
  type KnownPerson,
  NOBODY_THERE,
  type Recipient,
} from '@/server/people/members/recipients';

/** A person to give a role to, with their invitation to the organization if they were just invited. */
export interface Receiver {
  person: KnownPerson;
  role: AccessRole;
  token: string | null;
}

const DEFAULT_ROLE: AccessRole = 'runner';
const ONLY_MEMBERS = 'Only members of this organization can be given a folder.';
const ONLY_RUNNERS = 'People from other organizations can run a command, but not change it.';

/**
 * Finds a recipient who may be given the role. An organization admin can create a person for a new address, and invite
 * them to the organization. Returns the reason if the recipient may not be given the role.
 */
export async function prepareRecipient(
  tx: Sql,
  shared: Shared,
  actor: Person,
  recipient: Recipient,
  audit: AuditSource,
): Promise<Receiver | string> {
  const { orgId } = shared;
  const role = recipient.role ?? DEFAULT_ROLE;
  const orgRole = recipient.isNewToOrg === false ? null : (recipient.orgRole ?? null);
  const wantsOrg = recipient.isNewToOrg === true || orgRole !== null;
  let person = await findRecipientFor(tx, actor, orgId, recipient);
  if (person === NOBODY_THERE) {
    const outside = wantsOrg ? null : refusalOutside(shared, role);
    if (outside !== null) return outside;
    const made = await findOrCreatePerson(tx, recipient.email?.trim() ?? '', recipient.name ?? null);
    person = { ...made, membership: null };
  }
  if (typeof person === 'string') return person;
  if (person.userId === actor.userId) return 'Users cannot change their own role.';
  if (person.membership?.state === 'deleted') return `${person.name} was removed from this organization.`;
  if (wantsOrg && person.membership?.state !== 'active') {
    return inviteToo(tx, shared, actor, recipient, person, role, audit);
  }
  // Clients send the role of a member with every recipient; an admin keeps theirs.
  if (orgRole === 'admin' && person.membership?.role === 'member') {
    const refused = await makeAdmin(tx, orgId, actor, person.userId, audit);
    if (refused !== null) return refused;
    return {
      person: { ...person, membership: { ...person.membership, role: 'admin' } },
      role: 'admin',
      token: null,
    };
  }
  const refusal = person.membership === null ? refusalOutside(shared, role) : null;
  return refusal ?? { person, role, token: null };
}

async function inviteToo(
  tx: Sql,
  { orgId }: Shared,
  actor: Person,
  recipient: Recipient,
  person: KnownPerson,
  role: AccessRole,
  audit: AuditSource,
): Promise<Receiver | string> {
  if (decideInPerson(actor) !== 'allowed') return 'No token invites people. Sign in to Pushboard to do that.';
  // The actor may have lost the admin role while the request waited for the lock.
  if (!(await lockAdmins(tx, orgId)).has(actor.userId))
    return 'Only admins of this organization can invite to it.';
  const { userId, email } = person;
  const givenName = givenNameOf(recipient.name);
  if (email === null) return 'No email address found for this user';
  const refusal = await refusalToInvite(tx, actor.userId, email);
  if (refusal !== null) return refusal;
  const invitation = await beginInvitation(
    tx,
    orgId,
    actor,
    { userId, givenName, email },
    recipient.orgRole ?? null,
    audit,
  );
  if (invitation === null) return 'User already has access to this org.';
  const membership = { role: invitation.role, state: 'pending' as const };
  return { person: { ...person, name: givenName ?? person.name, membership }, role, token: invitation.token };
}

/** Returns why a person who is only in other organizations cannot be given something; null if they can. */
function refusalOutside(shared: Shared, role: AccessRole): string | null {
  if (shared.kind === 'folder') return ONLY_MEMBERS;
  return role === 'admin' ? ONLY_RUNNERS : null;
}
