import statement from 'sql-template-tag';
import { orgNameOf } from '@/lib/orgs/org-names';
import { OPERATOR_ISSUER } from '@/lib/orgs/sign-in-policy';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { BELONGS_TO } from '@/server/access/sign-in-policies';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import { DEMO_ID_PREFIX } from '@/server/base/demo-mode';
import { env } from '@/server/base/env';
import { ids } from '@/server/base/ids';
import { acceptInvitation, acceptOpenInvitations } from '@/server/people/members/join-org';
import { nameProviderOf, renamePerson } from '@/server/people/members/rename-person';
import { ensureFirstOrg } from '@/server/people/organizations/insert-org';
import { insertSession } from '@/server/people/sign-in/session';
import { SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/** What an identity provider says about a person who has just authenticated. */
export interface SignedIn {
  /** The identity provider, and its name for the person. Together they always identify one person. */
  issuer: string;
  subject: string;
  name: string;
  /** Whether the issuer says that name, which then is the person's wherever they are. */
  namedByIssuer?: boolean;
  /** An address that the issuer has verified; null if it hasn't. */
  email: string | null;
  /** The person whom a new identity belongs to, if the issuer already knows our own user id, as demo mode does. */
  userId?: string;
  /** The provider's own session, in its words. */
  providerSession?: string | null;
  /** The ID token, which names that session to the provider. */
  idToken?: string | null;
  /** When the provider wants the session to end; by default it ends when ours do. */
  sessionExpiresAt?: Date;
}

/**
 * Begins a session, for every way to sign in. In one transaction, it finds or creates the person, accepts an
 * invitation, creates their first organization, and inserts the session. Results of startup commands from an earlier
 * session are dropped, so that those commands run again.
 *
 * @param admit throws if the person may not come in; called before anything is created, with the person who signs in
 *   this way already, or null
 * @param joinToken of an invitation to accept first; without one, open invitations to a proven address may be accepted. Someone who joins an organization this way doesn't get one of their own.
 * @returns the token of the session, which is never shown again
 */
export function beginSession(
  signedIn: SignedIn,
  joinToken: string | null,
  source: AuditSource,
  admit: (tx: Sql, userId: string | null) => Promise<void> = async () => {},
): Promise<{ token: string; userId: string }> {
  return transaction(async (tx) => {
    const known = await knownPerson(tx, signedIn);
    await admit(tx, known);
    const userId = known ?? (await newPerson(tx, signedIn, source));
    const audit = { ...source, actorUserId: userId };
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.begin',
      subjectType: 'session',
      subjectId: userId,
    });
    if (known !== null) {
      await followAddress(tx, known, signedIn, audit);
      await followName(tx, known, signedIn, audit);
    }
    const { name, email, issuer } = signedIn;
    if (joinToken !== null) await acceptInvitation(tx, joinToken, { userId, name, issuer }, audit);
    else if (email !== null && joinsWithoutLink())
      await acceptOpenInvitations(tx, userId, { email, issuer }, audit);
    await ensureFirstOrg(tx, audit, userId, orgNameOf(signedIn.name));
    return {
      token: await insertSession(tx, userId, signedIn.issuer, source, {
        endsBy: signedIn.sessionExpiresAt ?? null,
        session: signedIn.providerSession ?? null,
        idToken: signedIn.idToken ?? null,
      }),
      userId,
    };
  });
}

/**
 * Where only the people of organizations and of listed domains come in, an invitation is what lets someone in, so
 * signing in accepts it. Where everyone may come, a stranger's invitation must not decide where people work.
 */
function joinsWithoutLink(): boolean {
  const { authMode, signUp } = env();
  return authMode === 'hosted' && signUp.kind !== 'open';
}

/**
 * Begins a session for a person whom the operator lets in, whatever way they sign in otherwise.
 *
 * @param before what must happen in the same transaction first; it may throw
 */
export function beginSessionOf(
  userId: string,
  source: AuditSource,
  before: (tx: Sql) => Promise<void>,
): Promise<{ token: string; userId: string }> {
  return transaction(async (tx) => {
    await before(tx);
    const audit = { ...source, actorUserId: userId };
    await recordAudit(tx, audit, {
      orgId: null,
      action: 'session.begin',
      subjectType: 'session',
      subjectId: userId,
      after: { through: 'operator' },
    });
    return { token: await insertSession(tx, userId, OPERATOR_ISSUER, source), userId };
  });
}

const PERSON = { user_id: column.text };

/** Finds the person of an identity. */
export async function knownPerson(
  tx: Sql,
  { issuer, subject }: Pick<SignedIn, 'issuer' | 'subject'>,
): Promise<string | null> {
  const [known] = await query(
    PERSON,
    statement`select user_id from identity where issuer = ${issuer} and subject = ${subject}`,
    tx,
  );
  return known?.user_id ?? null;
}

/** Creates the identity of a person who signs in this way for the first time. Concurrent calls create it once. */
async function newPerson(tx: Sql, signedIn: SignedIn, source: AuditSource): Promise<string> {
  const { issuer, subject } = signedIn;
  await query(
    { locked: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 7002))::text as locked`,
    tx,
  );
  const known = await knownPerson(tx, signedIn);
  if (known !== null) return known;
  const userId = signedIn.userId ?? (await personOfAddress(tx, signedIn, source));
  await execute(
    statement`insert into identity (issuer, subject, user_id) values (${issuer}, ${subject}, ${userId})`,
    tx,
  );
  return userId;
}

/**
 * Finds the person with an address, or creates one. Someone who was only invited has a row already, but no identity.
 * Throws 409 if someone else signs in with that address in another way: an address alone doesn't prove that both are
 * the same person. A demo person, whom anyone could have been, is never found.
 */
async function personOfAddress(tx: Sql, { name, email }: SignedIn, source: AuditSource): Promise<string> {
  const [met] = await query(
    { user_id: column.text, has_identity: column.boolean },
    statement`select user_id, exists (select 1 from identity i where i.user_id = u.user_id) as has_identity
      from "user" u where lower(email) = lower(${email}) for update of u`,
    tx,
  );
  if (met?.user_id.startsWith(DEMO_ID_PREFIX)) throw new SignInRefused('demoPerson');
  if (met?.has_identity) throw new SignInRefused('emailInUse');
  if (met !== undefined) {
    await renamePerson(tx, met.user_id, name, { ...source, actorUserId: met.user_id });
    return met.user_id;
  }
  const userId = ids.person();
  await execute(
    statement`insert into "user" (user_id, name, email) values (${userId}, ${name}, ${email})`,
    tx,
  );
  return userId;
}

/**
 * Takes over the name that the provider says now, if it is the one that says the person's name, and no organization of
 * theirs requires another issuer.
 */
async function followName(
  tx: Sql,
  userId: string,
  { issuer, name, namedByIssuer }: SignedIn,
  audit: AuditSource,
): Promise<void> {
  if (namedByIssuer !== true) return;
  const [follows] = await query(
    PERSON,
    statement`select user_id from "user" u where u.user_id = ${userId} and u.name <> ${name}
      and not exists (select from org o where o.required_issuer <> ${issuer} and ${BELONGS_TO})`,
    tx,
  );
  if (follows === undefined || (await nameProviderOf(userId, tx)) !== issuer) return;
  await renamePerson(tx, userId, name, audit);
}

/**
 * Takes over an address that the provider has changed, if it is verified, nobody else has it, the person signs in in no
 * other way, whose address would differ, and no organization of theirs requires another issuer, whose word counts there.
 */
async function followAddress(
  tx: Sql,
  userId: string,
  { issuer, email, userId: ownId }: SignedIn,
  audit: AuditSource,
): Promise<void> {
  if (email === null || ownId !== undefined) return;
  const [changed] = await query(
    { before: column.text.nullable() },
    statement`with former as (select email from "user" where user_id = ${userId} for update)
      update "user" u set email = ${email} from former
      where u.user_id = ${userId} and lower(u.email) is distinct from lower(${email})
        and not exists (select from "user" o where lower(o.email) = lower(${email}))
        and (select count(*) from identity i where i.user_id = u.user_id) = 1
        and not exists (select from org o where o.required_issuer <> ${issuer} and ${BELONGS_TO})
      returning former.email as before`,
    tx,
  );
  if (changed === undefined) return;
  await recordAudit(tx, audit, {
    orgId: null,
    action: 'person.email',
    subjectType: 'session',
    subjectId: userId,
    before: { email: changed.before },
    after: { email },
  });
}
