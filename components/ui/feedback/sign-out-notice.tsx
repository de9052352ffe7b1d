'use client';

import { useEffect } from 'react';
import { toast } from './toasts';

const KEY = 'pushboard:sign-out-notice';
/** The same as for a login error (document 1 §9). */
const TOLD_MS = 8_000;

/** Saves a message to show after this tab has moved to a signed-out page. */
export function saveSignOutNotice(words: string): void {
  sessionStorage.setItem(KEY, words);
}

/** Shows the message once, on the page that an automatic logout leads to. */
export function SignOutNotice() {
  useEffect(() => {
    const words = sessionStorage.getItem(KEY);
    if (words === null) return;
    sessionStorage.removeItem(KEY);
    toast.info(words, { durationMs: TOLD_MS });
  }, []);
  return null;
}
