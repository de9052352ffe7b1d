import { issuerOf } from '@/lib/access/through';
import type { ClosedOrg, Through } from '@/lib/access/vocabulary';

/** The longest inactivity that an organization can set, and the one without a setting. */
export const LONGEST_INACTIVITY_HOURS = 48;

/**
 * The issuer of sessions that an operator's link begins. They enter every organization: the person who runs the server can
 * always get in, for example when the required provider is gone.
 */
export const OPERATOR_ISSUER = 'operator';

/** The issuer of people who sign in by emailed links. The subject is their address. */
export const EMAIL_ISSUER = 'email';

/** The issuer of demo identities. The subject is the person's own user id. */
export const DEMO_ISSUER = 'demo';

const HOUR_MS = 60 * 60 * 1000;

/** What an organization demands of those who enter it; null for what it leaves open. */
export interface SignInPolicy {
  orgId: string;
  requiredIssuer: string | null;
  inactivityHours: number | null;
}

/** What a session or token brings along. */
export interface Entry {
  through: Through;
  /** The longest time that the session has gone without use, until now; null for what is not a session. */
  longestIdleMs: number | null;
}

/** Why a policy keeps a session or token out; null if it doesn't. */
export function closureBy(policy: SignInPolicy, { through, longestIdleMs }: Entry): ClosedOrg | null {
  const { orgId, requiredIssuer, inactivityHours } = policy;
  // Who saved it had entered; its owner's membership is what counts when it fires.
  if (through.kind === 'schedule' || through.kind === 'webhook') return null;
  const isToken = through.kind === 'token';
  const isOperators = through.kind === 'session' && issuerOf(through) === OPERATOR_ISSUER;
  if (requiredIssuer !== null && issuerOf(through) !== requiredIssuer && !isOperators) {
    return { orgId, needs: 'issuer', issuer: requiredIssuer, isToken };
  }
  const mostMs = inactivityHours === null ? null : inactivityHours * HOUR_MS;
  if (mostMs !== null && inactivityHours !== null && longestIdleMs !== null && longestIdleMs > mostMs) {
    return { orgId, needs: 'recent', hours: inactivityHours };
  }
  return null;
}

/** An issuer without a label of its own, as people may know it: the host of its address. */
export function issuerName(issuer: string): string {
  if (issuer === 'demo') return 'demo mode';
  return URL.canParse(issuer) ? new URL(issuer).host || issuer : issuer;
}

/**
 * What a person is told, with what to do.
 *
 * @param labelOf an issuer as people know it
 */
export function closureText(closure: ClosedOrg, labelOf: (issuer: string) => string): string {
  if (closure.needs === 'recent') {
    const after = closure.hours === 1 ? 'an hour' : `${closure.hours} hours`;
    return `This organization asks people to sign in again after ${after} without activity. Log out, then sign in again.`;
  }
  const name = labelOf(closure.issuer);
  return closure.isToken
    ? `This organization requires signing in with ${name}, and this token was created under another sign-in. Sign in that way, and create a new token.`
    : `This organization requires signing in with ${name}. Log out, then sign in that way.`;
}
