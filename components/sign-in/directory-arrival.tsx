'use client';

import { useEffect, useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { PlainPage } from '@/components/ui/layout/plain-page';
import { Splash } from '@/components/ui/layout/splash';
import { paths } from '@/lib/base/paths';
import { ApiError, callApi } from '@/lib/client/api-client';
import { finishDirectorySignIn } from '@/lib/contract/people/directory-sign-in';
import {
  channelOf,
  isInWindow,
  leaveWithLoginError,
  type SignInOutcome,
  takeReturn,
} from './directory-return';

const CLOSES_ITSELF_AFTER_MS = 2_000;

/** Ends a sign-in: the directory sent the browser here with its response in the fragment. */
export function DirectoryArrival() {
  const hasBegun = useRef(false);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    // A code works once, so it is used once, and removed from the history.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const response = new URLSearchParams(window.location.hash.slice(1));
    window.history.replaceState(null, '', window.location.pathname);
    void arrive(response).then(setDone);
  }, []);
  // A browser may not let a page close its window.
  if (isDone)
    return <PlainPage title="You can close this window">Pushboard continues in the other one.</PlainPage>;
  return <Splash message="Fetching your user info..." />;
}

/** Returns whether there is nothing left to do in this window. */
async function arrive(response: URLSearchParams): Promise<boolean> {
  const state = response.get('state');
  if (state === null) {
    window.location.replace(paths.landing);
    return false;
  }
  const outcome = await outcomeOf(response, state);
  if (isInWindow(state)) {
    const channel = new BroadcastChannel(channelOf(state));
    channel.postMessage(outcome);
    // The page that opened this window closes it on hearing the outcome. A message of a window that is gone may be lost.
    await new Promise((resolve) => setTimeout(resolve, CLOSES_ITSELF_AFTER_MS));
    channel.close();
    window.close();
    return true;
  }
  const returnTo = takeReturn(state);
  if (outcome.kind === 'done') window.location.replace(returnTo);
  else if (outcome.kind === 'cancelled') window.location.replace(paths.signIn(returnTo));
  else leaveWithLoginError(outcome.message, returnTo);
  return false;
}

async function outcomeOf(response: URLSearchParams, state: string): Promise<SignInOutcome> {
  const code = response.get('code');
  if (code === null) {
    if (response.get('error') === 'access_denied') return { kind: 'cancelled' };
    return { kind: 'failed', message: 'The directory did not sign you in.' };
  }
  try {
    await callApi(finishDirectorySignIn, { body: { code, state } });
    return { kind: 'done' };
  } catch (error) {
    const { message } = describeError(error);
    const isOffline = error instanceof ApiError && error.code === 'offline';
    return { kind: isOffline ? 'offline' : 'failed', message };
  }
}
