'use client';

import { useEffect } from 'react';
import { describeError } from '@/components/ui/describe-error';
import { toast } from '@/components/ui/toasts';
import { callApi } from '@/lib/api-client';
import { signOut } from '@/lib/contract/people';
import { paths } from '@/lib/paths';
import { forgetOrg } from './remember-org';

/** Written when one logs out, so that the browser's other tabs follow. */
const SIGNED_OUT_KEY = 'pushboard:signed-out';
/** The choice of light or dark belongs to the machine, and stays. */
const KEPT_KEYS = new Set(['mantine-color-scheme-value', SIGNED_OUT_KEY]);

/** Answers a function that logs out here and in every other tab, and forgets what was typed. */
export function useSignOut(): () => void {
  return () => void leave();
}

async function leave(): Promise<void> {
  try {
    await callApi(signOut, {});
  } catch (error) {
    toast.danger(`You are still signed in. ${describeError(error).message}`);
    return;
  }
  for (const key of Object.keys(localStorage)) if (!KEPT_KEYS.has(key)) localStorage.removeItem(key);
  sessionStorage.clear();
  forgetOrg();
  localStorage.setItem(SIGNED_OUT_KEY, new Date().toISOString());
  // A whole new page: nothing of the person stays in memory.
  window.location.assign(paths.landing);
}

/** Leaves the page when the person logs out in another tab. */
export function useSignedOutElsewhere(): void {
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === SIGNED_OUT_KEY && event.newValue !== null) window.location.assign(paths.landing);
    };
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
}
