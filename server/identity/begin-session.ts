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

/** What an identity provider says about a person who has just authenticated. */
export interface SignedIn {
  /** The identity provider, and its name for the person. Together they always identify one person. */
  issuer: string;
  subject: string;
  name: string;
  /** An address that the issuer has verified; null if it hasn't. */
  email: string | null;
  /** The person whom a new identity belongs to, if the issuer already knows our own user id, as demo mode does. */
  userId?: string;
}

/**
 * Begins a session, for every way to sign in. In one transaction, it finds or creates the person, accepts an
 * invitation, creates their first organization, and inserts the session. Results of startup commands from an earlier
 * session are dropped, so that those commands run again.
 *
 * @param joinToken of an invitation to accept first. Someone who joins an organization this way doesn't get one of their own.
 * @returns the token of the session, which is never shown again
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
    return { token: await insertSession(tx, userId, signedIn.issuer, source), userId };
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

/** Creates the identity of a person who signs in this way for the first time. Concurrent calls create it once. */
async function newPerson(tx: Sql, signedIn: SignedIn): Promise<string> {
  const { issuer, subject } = signedIn;
  await query(
    { locked: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7002))::text as locked`,
    tx,
  );
  const known = await knownPerson(tx, signedIn);
  if (known !== null) return known;
  const userId = signedIn.userId ?? (await personOfAddress(tx, signedIn));
  await execute(
    statement`insert into identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`,
    tx,
  );
  return userId;
}

/**
 * Finds the person with an address, or creates one. Someone who was only invited has a row already, but no identity.
 * Throws 409 if someone else signs in with that address in another way: an address alone doesn't prove that both are
 * the same person.
 */
async function personOfAddress(tx: Sql, { name, email }: SignedIn): Promise<string> {
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
  return userId;
}
