'use client';

import { onlineManager, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { saveSignOutNotice } from '@/components/ui/feedback/toasts/sign-out-notice';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { signOut, signOutEverywhere } from '@/lib/contract/people/people';
import { forgetOrg } from '../remember-org';

/** Written at logout, so that the browser's other tabs follow: the time, and the reason after it. */
const SIGNED_OUT_KEY = 'pushboard:signed-out';
/** The choice of light or dark belongs to the machine and stays. */
const KEPT_KEYS = new Set(['mantine-color-scheme-value', SIGNED_OUT_KEY]);

type Reason = 'asked' | 'inactive';

/** Another tab that logs out says so within this time of the server's first refusal here. */
const TOLD_WITHIN_MS = 1_000;

/** Whether this page is being left. Requests that are refused meanwhile need no message of their own. */
let isLeaving = false;
let leavingAsEnded: ReturnType<typeof setTimeout> | undefined;

/** Returns a function that logs out here and in every other tab, and deletes what was typed. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  return () => void leaveAsAsked(queryClient);
}

/**
 * Returns a function that also ends the session of the provider: there, people confirm it.
 *
 * @param provider its name
 */
export function useSignOutEverywhere(provider: string): () => void {
  const queryClient = useQueryClient();
  return () => void leaveAsAsked(queryClient, provider);
}

/**
 * Logs out on request. False if that failed, in which case the person is told.
 *
 * @param provider the name of the provider whose session ends too; null for ours alone
 */
export async function leaveAsAsked(
  queryClient: QueryClient,
  provider: string | null = null,
): Promise<boolean> {
  isLeaving = true;
  await holdQueries(queryClient);
  let url: string | null = null;
  try {
    if (provider === null) await callApi(signOut, {});
    else url = (await callApi(signOutEverywhere, {})).url;
  } catch (error) {
    isLeaving = false;
    onlineManager.setOnline(navigator.onLine);
    toast.danger(`You are still signed in. ${describeError(error).message}`);
    return false;
  }
  forgetOrg();
  tellOtherTabs('asked');
  if (provider === null) goAsAsked();
  else goToProvider(provider, url);
  return true;
}

/**
 * Logs out an inactive person. What they typed stays for when they return; if the server can't be reached, the session
 * ends by itself.
 */
export async function leaveAsInactive(queryClient: QueryClient): Promise<void> {
  isLeaving = true;
  await holdQueries(queryClient);
  await callApi(signOut, {}).catch(() => {
    // If it can't be reached, the server ends the session after the same two days; this page is left either way.
  });
  tellOtherTabs('inactive');
  goAsInactive();
}

/** Ends the page's own requests, and holds back those to come: after the logout they would all be refused. */
async function holdQueries(queryClient: QueryClient): Promise<void> {
  onlineManager.setOnline(false);
  await queryClient.cancelQueries();
}

/** Leaves the page of a session that has ended elsewhere, unless the person is being logged out anyway. */
export function leaveAsEnded(): void {
  if (isLeaving) return;
  isLeaving = true;
  leavingAsEnded = setTimeout(
    () => goToSignIn('Your session has ended. What you typed is kept.'),
    TOLD_WITHIN_MS,
  );
}

/**
 * Leaves the page when the person logs out in another tab. If they logged out while the browser kept the page for Back,
 * loads it again, so that it shows only what may be seen now.
 */
export function useSignedOutElsewhere(): void {
  useEffect(() => {
    const known = localStorage.getItem(SIGNED_OUT_KEY);
    const follow = ({ key, newValue }: StorageEvent) => {
      if (key !== SIGNED_OUT_KEY || newValue === null) return;
      if (newValue.endsWith(' inactive')) goAsInactive();
      else goAsAsked();
    };
    // The browser delivers no storage events to a page that it keeps.
    const lookAgain = ({ persisted }: PageTransitionEvent) => {
      if (persisted && localStorage.getItem(SIGNED_OUT_KEY) !== known) window.location.reload();
    };
    window.addEventListener('storage', follow);
    window.addEventListener('pageshow', lookAgain);
    return () => {
      window.removeEventListener('storage', follow);
      window.removeEventListener('pageshow', lookAgain);
    };
  }, []);
}

/** Deletes what people typed and chose from the browser's storage, and what this page still writes until it is left. */
function forgetTyped(): void {
  emptyStorage();
  window.addEventListener('pagehide', emptyStorage, { once: true });
  sessionStorage.clear();
}

/** Empties what all tabs share. */
function emptyStorage(): void {
  for (const key of Object.keys(localStorage)) if (!KEPT_KEYS.has(key)) localStorage.removeItem(key);
}

function tellOtherTabs(reason: Reason): void {
  localStorage.setItem(SIGNED_OUT_KEY, `${new Date().toISOString()} ${reason}`);
}

// Both load a new page, so that nothing of the person stays in memory.

function goAsAsked(): void {
  isLeaving = true;
  clearTimeout(leavingAsEnded);
  forgetTyped();
  window.location.assign(paths.landing);
}

function goToProvider(provider: string, url: string | null): void {
  clearTimeout(leavingAsEnded);
  forgetTyped();
  if (url === null)
    saveSignOutNotice(
      `You were logged out of Pushboard. You may still be signed in at ${provider}: log out there, too.`,
    );
  window.location.assign(url ?? paths.signIn());
}

function goAsInactive(): void {
  goToSignIn('You were logged out due to inactivity. What you typed is kept.');
}

/** Moves to the sign-in page with a message, and returns here after it. What was typed stays. */
function goToSignIn(words: string): void {
  isLeaving = true;
  clearTimeout(leavingAsEnded);
  saveSignOutNotice(words);
  const { pathname, search, hash } = window.location;
  window.location.assign(paths.signIn(pathname + search + hash));
}
