'use client';

import { z } from 'zod';
import { savedJoinToken } from '@/components/sign-in/invitation/pending-invitation';
import { ApiError } from '@/lib/client/api-client';
import { errorBody } from '@/lib/contract/error-body';
import { LONGEST_RETURN_TO } from '@/lib/sign-in/return-to';

/** What a person wants of the provider's pages. */
export type SignInPurpose = 'signIn' | 'signUp' | 'someoneElse' | 'link';

export interface SignInWanted {
  issuerId: string;
  returnTo: string | null;
  purpose: SignInPurpose;
  isPopup: boolean;
}

const POPUP = 'popup,width=520,height=720';

/** Opens an empty pop-up, in the same moment as the click that wants it; null if the browser blocks it. */
export const openPopup = (): Window | null => window.open('', 'pushboard-sign-in', POPUP);

const csrf = z.object({ csrfToken: z.string() });
const begun = z.object({ url: z.url({ protocol: /^https?$/ }) });

/**
 * Begins a sign-in and returns the provider's address.
 * @throws ApiError
 */
export async function beginSignIn({ issuerId, returnTo, purpose, isPopup }: SignInWanted): Promise<string> {
  const { csrfToken } = csrf.parse(await requested('/api/auth/csrf', {}));
  const body = {
    csrfToken,
    json: 'true',
    returnTo: wantedAddress(returnTo),
    joinOrgToken: savedJoinToken(),
    purpose,
    isPopup,
  };
  const answer = await requested(`/api/auth/signin/${encodeURIComponent(issuerId)}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return begun.parse(answer).url;
}

const RETURN_TO_KEY = 'pushboard:return-to';

/**
 * The address to return to as the server takes it, with what follows the # of the page that was wanted: a redirect keeps
 * it, but only the browser sees it. An address that is too long for the server waits in this tab.
 */
export function wantedAddress(returnTo: string | null): string | null {
  sessionStorage.removeItem(RETURN_TO_KEY);
  if (returnTo === null) return null;
  const whole = returnTo.includes('#') ? returnTo : returnTo + window.location.hash;
  if (new TextEncoder().encode(whole).length <= LONGEST_RETURN_TO) return whole;
  sessionStorage.setItem(RETURN_TO_KEY, whole);
  return null;
}

/** The address that waits in this tab; null if none does. It waits no longer. */
export function takeWaitingAddress(): string | null {
  const address = sessionStorage.getItem(RETURN_TO_KEY);
  sessionStorage.removeItem(RETURN_TO_KEY);
  return address;
}

async function requested(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch(() => {
    throw new ApiError(0, 'offline', 'Pushboard could not be reached.');
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const { data } = errorBody.safeParse(body);
  if (data === undefined)
    throw new ApiError(response.status, 'internal', 'Something went wrong in Pushboard.');
  const { code, message, request_id } = data.error;
  throw new ApiError(response.status, code, message, [], request_id);
}
