'use client';

import { useEffect } from 'react';
import { toast } from './toasts';

const KEY = 'pushboard:sign-out-notice';
/** As a login error is told (document 1 §9). */
const TOLD_MS = 8_000;

/** Keeps what is to be said once this tab has left for a page of those who are signed out. */
export function saveSignOutNotice(words: string): void {
  sessionStorage.setItem(KEY, words);
}

/** Says it, once; on every page that one is led to by a logout that nobody asked for. */
export function SignOutNotice() {
  useEffect(() => {
    const words = sessionStorage.getItem(KEY);
    if (words === null) return;
    sessionStorage.removeItem(KEY);
    toast.info(words, { durationMs: TOLD_MS });
  }, []);
  return null;
}
