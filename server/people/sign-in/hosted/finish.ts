import type { AuditSource } from '@/server/access/audit';
import type { Issuer } from '@/server/base/env-issuers';
import { AppError } from '@/server/base/errors';
import { admit } from '@/server/people/sign-in/admission';
import { beginSession } from '@/server/people/sign-in/begin-session';
import { readClaims } from '@/server/people/sign-in/hosted/claims';
import { linkIdentity } from '@/server/people/sign-in/link-identity';
import { actorOfSession, sessionToken } from '@/server/people/sign-in/session';
import type { SignInIntent } from '@/server/people/sign-in/sign-in-intent';
import { SignInRefused } from '@/server/people/sign-in/sign-in-refused';

interface Finished {
  claims: unknown;
  /** The ID token that says them, to end the provider's session with; null if that can't be ended. */
  idToken: string | null;
  issuer: Issuer;
  intent: SignInIntent;
  request: Request;
  audit: AuditSource;
}

/**
 * Ends a successful exchange: begins a session, or adds the identity to the person who is signed in.
 * @returns the token of the new session; null where the person was signed in already
 */
export async function finishSignIn({
  claims,
  idToken,
  issuer,
  intent,
  request,
  audit,
}: Finished): Promise<string | null> {
  const { signedIn, address } = readClaims(claims, issuer);
  if (intent.linkTo !== null) {
    const current = sessionToken(request.headers.get('cookie'));
    const actor = current === null ? null : await actorOfSession(current);
    if (actor?.kind !== 'person' || actor.userId !== intent.linkTo) throw new SignInRefused('otherPerson');
    await linkIdentity(actor, signedIn, audit);
    return null;
  }
  try {
    const { token } = await beginSession({ ...signedIn, idToken }, intent.joinToken, audit, (tx, userId) =>
      admit(tx, userId, address),
    );
    return token;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new SignInRefused('creation', error);
  }
}
