import { ApiError } from '@/lib/client/api-client';
import { type InvitationFailure, isInvitationFailure, signInFailureOf } from '@/lib/sign-in/failures';

const CHANNEL = 'pushboard:invitation';

/** Why an emailed link did not sign its person in, if that is the invitation that it was asked for with. */
export function invitationFailureOf(error: unknown): InvitationFailure | null {
  if (!(error instanceof ApiError)) return null;
  if (!error.issues.some(({ path }) => path === 'joinOrgToken')) return null;
  return error.code === 'not_found' ? 'invitationClosed' : 'invitationOfOther';
}

/** Tells the tab that asked for a link, which holds the invitation, that it failed where the link was opened. */
export function tellFailed(failure: InvitationFailure): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(failure);
  channel.close();
}

/** Calls back when an invitation failed in another tab. @returns what ends that */
export function onFailedElsewhere(listener: (failure: InvitationFailure) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const failure = signInFailureOf(typeof data === 'string' ? data : null);
    if (isInvitationFailure(failure)) listener(failure);
  };
  return () => channel.close();
}
