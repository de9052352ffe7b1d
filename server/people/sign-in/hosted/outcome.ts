import { paths } from '@/lib/base/paths';
import type { SignInFailure, WhoopsReason } from '@/lib/sign-in/failures';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import { transaction } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import { InvitationRefused } from '@/server/people/members/join-org';
import { failureOf } from '@/server/people/sign-in/hosted/failure';
import { OtherIssuer } from '@/server/people/sign-in/other-issuer';
import type { SignInIntent } from '@/server/people/sign-in/sign-in-intent';
import { NotSetUp, SignInRefused } from '@/server/people/sign-in/sign-in-refused';

/** Why a sign-in ended without a session: an error to show, or the page for people who aren't set up. */
export type Outcome = { failure: SignInFailure } | { whoops: WhoopsReason };

/** Sorts anything thrown during a sign-in. */
export function outcomeOf(refused: unknown): Outcome {
  if (refused instanceof NotSetUp) return { whoops: refused.reason };
  if (refused instanceof SignInRefused) return { failure: refused.failure };
  if (refused instanceof OtherIssuer) return { failure: 'otherIssuer' };
  if (refused instanceof InvitationRefused) return { failure: refused.failure };
  if (refused instanceof AppError)
    return { failure: refused.code === 'too_many_requests' ? 'tooMany' : 'setup' };
  return { failure: failureOf(refused) };
}

/** What the people who run the server or the provider have to fix. */
const TO_MEND = new Set<SignInFailure>([
  'unreachable',
  'tooSlow',
  'misconfigured',
  'otherIssuer',
  'clock',
  'untrusted',
  'noEmail',
  'setup',
]);

/** How a refused sign-in is logged: as an error if it is ours, as a warning if it is the operator's to fix. */
export function levelOf(outcome: Outcome): 'info' | 'warn' | 'error' {
  if (!('failure' in outcome)) return 'info';
  if (outcome.failure === 'creation') return 'error';
  return TO_MEND.has(outcome.failure) ? 'warn' : 'info';
}

/**
 * The page that every sign-in through a provider ends on. Its address holds keys and own paths, and no text.
 *
 * @param outcome null for a sign-in that succeeded; `again` for a return that comes again while its person is signed in
 */
export function loadingPath(intent: SignInIntent | null, outcome: Outcome | { again: '1' } | null): string {
  const search = new URLSearchParams();
  if (intent?.returnTo != null) search.set('returnTo', intent.returnTo);
  if (intent?.isPopup) search.set('popup', '1');
  for (const [key, value] of Object.entries(outcome ?? {})) search.set(key, value);
  return `${paths.loading}${search.size === 0 ? '' : `?${search}`}`;
}

/**
 * Writes down that a sign-in was refused.
 *
 * @param audit names the person who adds a way to sign in; nobody else has a session
 * @param refused what was thrown; of another issuer's, what it said is kept
 */
export async function auditRefusedSignIn(
  audit: AuditSource,
  issuerId: string,
  refused: unknown,
): Promise<void> {
  const more = refused instanceof OtherIssuer ? refused.audited : {};
  await transaction((tx) =>
    recordAudit(tx, audit, {
      orgId: null,
      action: 'session.refused',
      subjectType: 'session',
      subjectId: issuerId,
      after: { ...outcomeOf(refused), ...more },
    }),
  );
}
