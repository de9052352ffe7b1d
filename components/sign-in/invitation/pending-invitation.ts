import { z } from 'zod';
import { type InvitationFailure, isInvitationFailure, type SignInFailure } from '@/lib/sign-in/failures';

const KEY = 'pushboard:join-token';
const FAILED_KEY = 'pushboard:failed-invitation';

const pendingShape = z.object({
  token: z.string(),
  /** Who is invited to what, for the sign-in to say. */
  email: z.string(),
  orgName: z.string(),
  /** Where the invitation leads. */
  returnTo: z.string(),
});

/**
 * An invitation between its page and the sign-in, in this tab alone: its token belongs in no address. Each attempt to sign
 * in sends it, until it has led in, has failed, or isn't wanted anymore.
 */
export type PendingInvitation = z.output<typeof pendingShape>;

const failedShape = z.object({ invitation: pendingShape, failure: z.custom<InvitationFailure>() });

/** An invitation that kept its person from signing in. */
export type FailedInvitation = z.output<typeof failedShape>;

export const saveInvitation = (invitation: PendingInvitation): void =>
  sessionStorage.setItem(KEY, JSON.stringify(invitation));

export const savedInvitation = (): PendingInvitation | null => readStored(KEY, pendingShape);

export const savedJoinToken = (): string | null => savedInvitation()?.token ?? null;

export const forgetInvitation = (): void => sessionStorage.removeItem(KEY);

/** Forgets the invitation if it is why a sign-in failed. The sign-in page says so once. */
export function failInvitation(failure: SignInFailure): void {
  const invitation = savedInvitation();
  if (invitation === null || !isInvitationFailure(failure)) return;
  forgetInvitation();
  const failed: FailedInvitation = { invitation, failure };
  sessionStorage.setItem(FAILED_KEY, JSON.stringify(failed));
}

/** The invitation that has just failed; null the next time. */
export function takeFailedInvitation(): FailedInvitation | null {
  const failed = readStored(FAILED_KEY, failedShape);
  sessionStorage.removeItem(FAILED_KEY);
  return failed;
}

function readStored<T>(key: string, shape: z.ZodType<T>): T | null {
  try {
    return shape.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data ?? null;
  } catch {
    // What an earlier release has left in the tab.
    return null;
  }
}
