import statement from 'sql-template-tag';
import { outsiderHasGrant } from '@/server/access/has-grants';
import type { Sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { NotSetUp, SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/** What the provider says about a person's address. */
export interface ProvenAddress {
  /** A verified address; null without one. */
  email: string | null;
  /** The provider named an address, but hasn't verified it. */
  hasUnverifiedEmail: boolean;
}

/**
 * Judges by SIGN_UP whether a person may come in, before anything is created for them. People of an organization always
 * may, and so may those who were invited or have a command shared with them. Throws otherwise.
 *
 * @param userId the person who signs in this way already; null for a new identity
 */
export async function admit(tx: Sql, userId: string | null, address: ProvenAddress): Promise<void> {
  const { email } = address;
  const { signUp } = env();
  if (signUp.kind === 'open') return;
  const known = userId ?? (await personWithAddress(tx, email));
  if (known !== null && (await isExpected(tx, known))) return;
  if (email === null) throw new SignInRefused(address.hasUnverifiedEmail ? 'unverifiedEmail' : 'noEmail');
  if (signUp.kind === 'domains' && signUp.domains.includes(domainOf(email))) return;
  if (!(await hasAnyAdmin(tx))) throw new NotSetUp('nobodyYet');
  throw new NotSetUp(signUp.kind === 'domains' ? 'otherDomain' : 'notInvited');
}

/** Returns whether `admit` would let in someone who proves this address. */
export async function wouldAdmit(tx: Sql, email: string): Promise<boolean> {
  try {
    await admit(tx, null, { email, hasUnverifiedEmail: false });
    return true;
  } catch (error) {
    if (error instanceof NotSetUp) return false;
    throw error;
  }
}

const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

async function personWithAddress(tx: Sql, email: string | null): Promise<string | null> {
  if (email === null) return null;
  const [row] = await query(
    { user_id: column.text },
    statement`select user_id from "user" where lower(email) = lower(${email})`,
    tx,
  );
  return row?.user_id ?? null;
}

async function isExpected(tx: Sql, userId: string): Promise<boolean> {
  const memberships = await query(
    {},
    statement`select from membership where user_id = ${userId} and state in ('active', 'pending') limit 1`,
    tx,
  );
  return memberships.length > 0 || outsiderHasGrant(tx, userId);
}

async function hasAnyAdmin(tx: Sql): Promise<boolean> {
  const admins = await query(
    {},
    statement`select from membership where role = 'admin' and state = 'active' limit 1`,
    tx,
  );
  return admins.length > 0;
}
