'use client';

import { useEffect, useRef, useState } from 'react';
import {
  failInvitation,
  forgetInvitation,
  savedJoinToken,
} from '@/components/sign-in/invitation/pending-invitation';
import {
  saveLoginError,
  saveSetupError,
  saveSignOutNotice,
} from '@/components/ui/feedback/toasts/sign-out-notice';
import { Splash } from '@/components/ui/layout/splash';
import { paths, safeReturnPath } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { listMyOrgs, readMe, signOut } from '@/lib/contract/people/people';
import { setUpMe } from '@/lib/contract/people/sign-in';
import { signInFailureOf, signInFailures } from '@/lib/sign-in/failures';
import { takeWaitingAddress } from './begin-sign-in';
import { type PopupOutcome, reportOutcome } from './popup-outcome';
import { leaveWithError, nextPage } from './use-sign-in';

interface AfterSignInProps {
  outcome: PopupOutcome;
  isPopup: boolean;
  /** Whether someone is signed in, which also holds after adding a way to sign in has failed. */
  isSignedIn: boolean;
  /** Whether the return from the provider came again, after its person had been signed in. */
  isAgain: boolean;
}

/** What happens between the provider's pages and ours: it says what it waits for, and leads on. */
export function AfterSignIn({ outcome, isPopup, isSignedIn, isAgain }: AfterSignInProps) {
  const [message, setMessage] = useState('Fetching your user info...');
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    if (isPopup) return reportOutcome(outcome);
    if (outcome.whoops !== null) return window.location.replace(nextPage(outcome));
    if (isAgain) saveSignOutNotice('You are signed in already.');
    if (outcome.failure === null) return void goOn(outcome.returnTo, setMessage);
    const failure = signInFailureOf(outcome.failure);
    const words = signInFailures[failure];
    failInvitation(failure);
    if (!isSignedIn) return leaveWithError(words, outcome.returnTo ?? takeWaitingAddress());
    saveLoginError(words);
    window.location.replace(paths.signInMethods);
  }, [outcome, isPopup, isSignedIn, isAgain]);
  if (isPopup) return <p role="status">You can close this window.</p>;
  return <Splash message={message} />;
}

async function goOn(returnTo: string | null, say: (message: string) => void): Promise<void> {
  try {
    if ((await callApi(readMe, {})) === null) return leaveWithError(signInFailures.setup, returnTo);
    if (savedJoinToken() !== null) {
      say('Joining org...');
      // The sign-in has accepted the invitation already; this finishes what it may have left.
      await callApi(setUpMe, { body: {} });
      forgetInvitation();
    }
    say('Loading your orgs...');
    const active = await activeOrgs();
    if (active === null) return;
    if (active.length === 0) {
      say('Setting up your first org...');
      await callApi(setUpMe, { body: {} });
    }
    const [first] = active.length === 0 ? ((await activeOrgs()) ?? []) : active;
    const slug = first?.slugs.find(({ isActive }) => isActive)?.slug ?? first?.orgId;
    const home = slug === undefined ? paths.landing : paths.home(slug);
    const wanted = returnTo ?? takeWaitingAddress();
    window.location.replace(wanted === null ? home : safeReturnPath(wanted));
  } catch {
    await callApi(signOut, {}).catch(() => {
      // If it can't be reached, the next page says so; the person signs in again either way.
    });
    leaveWithError(signInFailures.setup, returnTo);
  }
}

/** The person's organizations; null if they can't be read, and the page is being left for the one that says why. */
async function activeOrgs() {
  try {
    return (await callApi(listMyOrgs, {})).filter(({ isPendingToOrg }) => !isPendingToOrg);
  } catch {
    saveSetupError();
    window.location.replace(paths.diagnostics);
    return null;
  }
}
