import statement from 'sql-template-tag';
import { orgRoleOf } from '@/lib/access/decide';
import type { OrgRole, Person } from '@/lib/access/vocabulary';
import type { BodyOf } from '@/lib/contract/operation';
import type { shareCommand } from '@/lib/contract/sharing/sharing';
import { emailAddress } from '@/lib/wire/email-address';
import { accessColumn } from '@/server/access/columns';
import { holdsCommandGrant } from '@/server/access/grants';
import { shownName } from '@/server/access/people/shown-name';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';

export type Recipient = BodyOf<typeof shareCommand>['recipients'][number];

/** A recipient as the organization knows them. */
export interface KnownPerson {
  userId: string;
  name: string;
  email: string | null;
  /** Null for a person who is only in other organizations. */
  membership: { role: OrgRole; state: 'active' | 'pending' | 'deleted' } | null;
}

const PERSON = {
  user_id: column.text,
  name: column.text,
  email: column.text.nullable(),
  role: accessColumn.orgRole.nullable(),
  state: accessColumn.membershipState.nullable(),
};

/** Shown for an address without an account. */
export const NOBODY_THERE = 'No one has signed in with this address yet.';

const address = emailAddress();

/**
 * Finds a recipient. An id finds only people of the organization, so that nobody can probe for others; a typed address
 * finds any account.
 */
async function findRecipient(tx: Sql, orgId: string, recipient: Recipient): Promise<KnownPerson | string> {
  const email = recipient.email?.trim().normalize('NFC') ?? '';
  if (recipient.userId == null && !address.safeParse(email).success) return 'Not a valid email!';
  const userId = recipient.userId ?? null;
  const [row] = await query(
    PERSON,
    statement`select u.user_id, ${shownName(statement`${orgId}`)} as name, u.email, m.role, m.state
     from "user" u left join membership m on m.org_id = ${orgId} and m.user_id = u.user_id
     where case when ${userId}::text is not null
       then u.user_id = ${userId} and (m.user_id is not null
         or ${holdsCommandGrant(statement`${orgId}`, statement`${userId}`)})
       else lower(u.email) = lower(${email}) end`,
    tx,
  );
  if (row === undefined) {
    return recipient.userId != null ? 'This person is not in this organization.' : NOBODY_THERE;
  }
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    membership: row.role === null || row.state === null ? null : { role: row.role, state: row.state },
  };
}

const SELECT_FROM_LIST = 'You must select a user from the list.';

/**
 * Finds a recipient, as far as the actor may know. Only organization admins can bring in people from outside, so nobody
 * else learns whether an address has an account, or whose it is.
 */
export async function findRecipientFor(
  tx: Sql,
  actor: Person,
  orgId: string,
  recipient: Recipient,
): Promise<KnownPerson | string> {
  const found = await findRecipient(tx, orgId, recipient);
  if (recipient.userId != null || orgRoleOf(actor, orgId) === 'admin') return found;
  if (typeof found === 'string') return found === NOBODY_THERE ? SELECT_FROM_LIST : found;
  return found.membership === null ? SELECT_FROM_LIST : found;
}
