import statement from 'sql-template-tag';
import type { OrgRole, Person } from '@/lib/access/vocabulary';
import { plainName } from '@/lib/base/plain-names';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { accessColumn } from '@/server/access/columns';
import { clock } from '@/server/base/clock';
import type { Sql } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX, isDemoMode } from '@/server/base/demo-mode';
import { hashOfToken, ids } from '@/server/base/ids';
import { LINK_DAYS } from '@/server/messages/messages';
import { nameOfAddress } from '@/server/people/sign-in/address-names';

const DAY_MS = 24 * 60 * 60 * 1000;
const LONGEST_NAME = 100;

/** A person as mail addresses them. */
export interface Invitee {
  userId: string;
  name: string;
  /** What the one who invites calls them; null where nothing was said. */
  givenName: string | null;
  email: string;
}

/**
 * Returns the person with an address, created if needed. Until they give a name, it is the part before the @; a name that
 * another person gives them is that person's alone. Nothing is told about an existing person that the address doesn't say.
 * In demo mode a new person is a demo person, so that anyone at this machine can sign in as them.
 */
export async function findOrCreatePerson(tx: Sql, email: string, name: string | null): Promise<Invitee> {
  const userId = isDemoMode() ? DEMO_ID_PREFIX + ids.person() : ids.person();
  const givenName = givenNameOf(name);
  const byAddress = nameOfAddress(email);
  // Two who invite the same person at once make one.
  await execute(
    statement`insert into "user" (user_id, name, email) values (${userId}, ${byAddress}, ${email.toLowerCase()})
      on conflict do nothing`,
    tx,
  );
  const [row] = await query(
    { user_id: column.text, email: column.text },
    statement`select user_id, email from "user" where lower(email) = lower(${email})`,
    tx,
  );
  if (row === undefined) throw new Error('A person who was just made is not there');
  return { userId: row.user_id, name: givenName ?? byAddress, givenName, email: row.email };
}

/** A name that one person typed for another; null if empty. */
export const givenNameOf = (name: string | null | undefined): string | null =>
  plainName(name ?? '', LONGEST_NAME) || null;

/**
 * Makes a person a pending member and returns the token of their invitation, which cannot be read again. A new token
 * ends the previous one and deletes its message if that has not been sent. Returns null if the person is a member
 * already or was removed.
 *
 * @param role null for the role of an earlier invitation, or else a member
 */
export async function beginInvitation(
  tx: Sql,
  orgId: string,
  inviter: Person,
  { userId, email, givenName }: Omit<Invitee, 'name'>,
  role: OrgRole | null,
  audit: AuditSource,
): Promise<{ token: string; role: OrgRole } | null> {
  const [membership] = await query(
    { role: accessColumn.orgRole },
    statement`insert into membership (org_id, user_id, role, state, invited_name)
     values (${orgId}, ${userId}, coalesce(${role}::org_role, 'member'), 'pending', ${givenName})
     on conflict (org_id, user_id) do update set role = coalesce(${role}::org_role, membership.role),
         invited_name = coalesce(excluded.invited_name, membership.invited_name)
       where membership.state = 'pending'
     returning role`,
    tx,
  );
  if (membership === undefined) return null;
  const token = ids.token();
  await execute(
    statement`insert into join_token (org_id, user_id, token_hash, email, invited_by_user_id, expires_at)
     values (${orgId}, ${userId}, ${hashOfToken(token)}, ${email}, ${inviter.userId},
       ${new Date(clock.nowMs() + LINK_DAYS * DAY_MS)})
     on conflict (org_id, user_id) do update set token_hash = excluded.token_hash, email = excluded.email,
       invited_by_user_id = excluded.invited_by_user_id, expires_at = excluded.expires_at`,
    tx,
  );
  // A message that was not sent yet holds the link that has just ended.
  await execute(
    statement`delete from mail_message
     where org_id = ${orgId} and to_user_id = ${userId} and kind = 'invite'
       and state in ('outbox', 'waiting', 'failed')`,
    tx,
  );
  await recordAudit(tx, audit, {
    orgId,
    action: 'member.invite',
    subjectType: 'member',
    subjectId: userId,
    after: { email, role: membership.role },
  });
  return { token, role: membership.role };
}
