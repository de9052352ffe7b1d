'use client';

import { useEffect, useRef } from 'react';
import { toast } from './toasts';

const KEY = 'pushboard:sign-out-notice';
const LOGIN_ERROR_KEY = 'pushboard:login-error';
const SETUP_ERROR_KEY = 'pushboard:setup-error';
/** The same for both. */
const TOLD_MS = 8_000;
const SETUP_ERROR_MS = 7_000;

/** Saves a message to show after this tab has moved on. */
export function saveSignOutNotice(words: string): void {
  sessionStorage.setItem(KEY, words);
}

/** Saves why a sign-in failed, to show on the page that this tab moves to. */
export function saveLoginError(words: string): void {
  sessionStorage.setItem(LOGIN_ERROR_KEY, words);
}

/** Saves that the start failed, to show on the page that this tab moves to. */
export function saveSetupError(): void {
  sessionStorage.setItem(SETUP_ERROR_KEY, 'There was an error setting up Pushboard');
}

interface SignOutNoticeProps {
  /** Called with why a sign-in failed, for a page that keeps showing it. */
  onLoginError?: (words: string) => void;
}

/** Shows a saved message once, on the page that a logout, a sign-in, or a failed one leads to. */
export function SignOutNotice({ onLoginError }: SignOutNoticeProps) {
  const told = useRef(onLoginError);
  useEffect(() => {
    const words = taken(KEY);
    if (words !== null) toast.info(words, { durationMs: TOLD_MS });
    const loginError = taken(LOGIN_ERROR_KEY);
    if (loginError !== null) {
      toast.danger(`Sign-in error: ${loginError}`, { durationMs: TOLD_MS });
      told.current?.(loginError);
    }
    const setupError = taken(SETUP_ERROR_KEY);
    if (setupError !== null) toast.danger(setupError, { durationMs: SETUP_ERROR_MS });
  }, []);
  return null;
}

function taken(key: string): string | null {
  const words = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return words;
}
