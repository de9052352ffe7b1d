import statement from 'sql-template-tag';
import { orgNameOf } from '@/lib/orgs/org-names';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { type Sql, transaction } from '@/server/db';
import { AppError } from '@/server/errors';
import { insertSession } from '@/server/identity/session';
import { ids } from '@/server/ids';
import { acceptInvitation } from '@/server/invites/join-org';
import { ensureFirstOrg } from '@/server/orgs/insert-org';
import { column, execute, query } from '@/server/statements';

/** What an identity provider says of somebody who has just proved who they are. */
export interface SignedIn {
  /** Who says it, and under which name it knows them: together they are one person, always. */
  issuer: string;
  subject: string;
  name: string;
  /** An address that the issuer has verified; null where it has not. */
  email: string | null;
}

/**
 * Begins a session, for every way to sign in: finds or makes the person, accepts an invitation, makes their first
 * organization, and writes the session's row, all or nothing. What startup commands answered in an earlier session is
 * forgotten, so they run anew.
 *
 * @param joinToken of an invitation to accept first: who is in an organization by it needs none of their own
 * @returns the token of the session, which is shown this once
 */
export function beginSession(
  signedIn: SignedIn,
  joinToken: string | null,
  source: AuditSource,
): Promise<{ token: string; userId: string }> {
  return transaction(async (tx) => {
    const userId = (await knownPerson(tx, signedIn)) ?? (await newPerson(tx, signedIn));
    const audit = { ...source, actorUserId: userId };
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.begin',
      subjectType: 'session',
      subjectId: userId,
    });
    if (joinToken !== null) await acceptInvitation(tx, joinToken, { userId, name: signedIn.name }, audit);
    await ensureFirstOrg(tx, audit, userId, orgNameOf(signedIn.name));
    return { token: await insertSession(tx, userId), userId };
  });
}

const PERSON = { user_id: column.text };

async function knownPerson(tx: Sql, { issuer, subject }: SignedIn): Promise<string | null> {
  const [known] = await query(
    PERSON,
    statement`select user_id from identity where issuer = ${issuer} and subject = ${subject}`,
    tx,
  );
  return known?.user_id ?? null;
}

/**
 * Whoever was invited by their address has a row already, which nobody has signed in to. Throws 409 where somebody
 * signs in with that address in another way: an address alone does not prove that both are one person.
 */
async function newPerson(tx: Sql, { issuer, subject, name, email }: SignedIn): Promise<string> {
  const [met] = await query(
    { user_id: column.text, has_identity: column.boolean },
    statement`select user_id, exists (select 1 from identity i where i.user_id = u.user_id) as has_identity
      from "user" u where lower(email) = lower(${email}) for update of u`,
    tx,
  );
  if (met?.has_identity) {
    throw new AppError(
      'conflict',
      'Someone already signs in to Pushboard with this email address in another way. Sign in that way instead.',
    );
  }
  const userId = met?.user_id ?? ids.person();
  await execute(
    statement`insert into "user" (user_id, name, email) values (${userId}, ${name}, ${email})
      on conflict (user_id) do update set name = excluded.name`,
    tx,
  );
  await execute(
    statement`insert into identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`,
    tx,
  );
  return userId;
}
