'use client';

import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { saveLoginError } from '@/components/ui/feedback/toasts/sign-out-notice';
import { paths, safeReturnPath } from '@/lib/base/paths';
import { signInFailureOf, signInFailures } from '@/lib/sign-in/failures';
import { beginSignIn, openPopup, type SignInPurpose } from './begin-sign-in';
import { failInvitation } from './invitation/pending-invitation';
import { closingOf, outcomeOf, type PopupOutcome } from './popup-outcome';

interface SignInOptions {
  returnTo: string | null;
  purpose: SignInPurpose;
  window: 'redirect' | 'popup';
}

/**
 * Signs in through a provider, in this window or in a pop-up. If the browser blocks the
 * pop-up, this window is used. A person who closes the pop-up has changed their mind, and is told nothing.
 */
export function useSignIn({ returnTo, purpose, window: kind }: SignInOptions) {
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  return useMutation({
    mutationFn: async (issuerId: string): Promise<'leaving' | 'stayed'> => {
      const popup = kind === 'popup' ? openPopup() : null;
      try {
        const url = await beginSignIn({ issuerId, returnTo, purpose, isPopup: popup !== null });
        if (popup === null) {
          window.location.assign(url);
          return 'leaving';
        }
        popup.location.href = url;
      } catch (error) {
        popup?.close();
        throw error;
      }
      waiting.current?.abort();
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      return Promise.race([
        outcomeOf(popup, signal).then((outcome) => followOutcome(outcome, purpose)),
        closingOf(popup, signal).then(() => 'stayed' as const),
      ]);
    },
  });
}

function followOutcome(outcome: PopupOutcome, purpose: SignInPurpose): 'leaving' {
  if (outcome.failure !== null) {
    const failure = signInFailureOf(outcome.failure);
    saveLoginError(signInFailures[failure]);
    failInvitation(failure);
    window.location.assign(
      purpose === 'link' ? paths.signInMethods : paths.signIn(outcome.returnTo ?? undefined),
    );
    return 'leaving';
  }
  window.location.assign(nextPage(outcome));
  return 'leaving';
}

/** The page after a sign-in that ended well, or of people who aren't set up. */
export function nextPage({ whoops, returnTo }: PopupOutcome): string {
  if (whoops !== null) return `${paths.whoops}?why=${encodeURIComponent(whoops)}`;
  const wanted = returnTo === null ? '' : `?returnTo=${encodeURIComponent(safeReturnPath(returnTo))}`;
  return paths.loading + wanted;
}

/** Goes to the sign-in with the reason why it failed, keeping the address that was wanted. */
export function leaveWithError(words: string, returnTo: string | null): void {
  saveLoginError(words);
  window.location.replace(paths.signIn(returnTo ?? undefined));
}
