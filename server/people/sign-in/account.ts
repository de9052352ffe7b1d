import type { Actor, Person } from '@/lib/access/vocabulary';
import type {
  listDemoPeople as listDemoPeopleOperation,
  readMe as readMeOperation,
  signInAsDemoPerson as signInOperation,
  signOut as signOutOperation,
} from '@/lib/contract/people/people';
import { recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { beginDemoSession, unsafeListDemoPeople } from '@/server/people/sign-in/demo';
import { sessionCookies } from '@/server/people/sign-in/replace-session';
import {
  endSession,
  formerSessionToken,
  sessionCookie,
  sessionToken,
  withoutFormerCookie,
} from '@/server/people/sign-in/session';

/** Ends the session that an earlier release left in the browser, and removes its cookie. */
async function endFormerSession(requestHeaders: Headers, responseHeaders: Headers): Promise<void> {
  const former = formerSessionToken(requestHeaders.get('cookie'));
  if (former === null) return;
  await transaction((tx) => endSession(tx, former));
  responseHeaders.append('Set-Cookie', withoutFormerCookie);
}

/** A person as the API describes them. */
export function describePerson({ userId, email, name }: Person) {
  const nickname = email?.split('@')[0] ?? name.trim().split(/\s+/)[0];
  return {
    userId,
    email,
    name,
    username: email ?? userId,
    nickname: nickname || name,
    pictureUrl: null,
    auth0UpdatedAt: null,
  };
}

/** The caller as the API describes them; null for a visitor. */
export const personOf = (actor: Actor) => (actor.kind === 'signedOut' ? null : describePerson(actor));

export async function readMe({ actor }: Context<typeof readMeOperation>) {
  return personOf(actor);
}

export async function listDemoPeople(_: Context<typeof listDemoPeopleOperation>) {
  return unsafeListDemoPeople();
}

/** Signs in as a demo person with a new session. An existing session is ended, so that session ids are never reused. */
export async function signInAsDemoPerson({
  body,
  audit,
  requestHeaders,
  responseHeaders,
}: Context<typeof signInOperation>) {
  const { token, actor } = await beginDemoSession(body.userId, body.joinToken ?? null, audit);
  for (const cookie of await sessionCookies(token, { headers: requestHeaders }))
    responseHeaders.append('Set-Cookie', cookie);
  const person = personOf(actor);
  if (person === null) throw notFound();
  return person;
}

/** Ends the session of the request. The cookie is removed either way. */
export async function signOut({ audit, requestHeaders, responseHeaders }: Context<typeof signOutOperation>) {
  const token = sessionToken(requestHeaders.get('cookie'));
  responseHeaders.append('Set-Cookie', sessionCookie('', 0));
  await endFormerSession(requestHeaders, responseHeaders);
  if (token === null) return undefined;
  await transaction(async (tx) => {
    const userId = await endSession(tx, token);
    if (userId === null) return;
    const source = { ...audit, actorUserId: userId };
    await recordAudit(tx, source, {
      orgId: null,
      action: 'session.end',
      subjectType: 'session',
      subjectId: userId,
    });
  });
  return undefined;
}
