import { saveLoginError } from '@/components/ui/feedback/toasts/sign-out-notice';
import { paths, safeReturnPath } from '@/lib/base/paths';

const KEY = 'pushboard:directory-return';

/** How a sign-in in another window ended. */
export type SignInOutcome =
  | { kind: 'done' }
  | { kind: 'cancelled' }
  /** Without a network there was nothing to decide. */
  | { kind: 'offline'; message: string }
  | { kind: 'failed'; message: string };

/** The channel on which the window of one sign-in reports to the page that opened it. */
export const channelOf = (state: string): string => `pushboard:sign-in:${state}`;

/** Whether a sign-in takes place in a window of its own. */
export const isInWindow = (state: string): boolean => state.endsWith('.p');

/** Saves where this tab goes after a sign-in that leaves the page. */
export function rememberReturn(state: string, returnTo: string | null): void {
  sessionStorage.setItem(KEY, JSON.stringify({ state, returnTo }));
}

/** Where this tab goes after the sign-in with a state. */
export function takeReturn(state: string): string {
  const saved = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (saved === null) return paths.landing;
  const { state: savedState, returnTo } = JSON.parse(saved) as { state: string; returnTo: string | null };
  return savedState === state ? safeReturnPath(returnTo) : paths.landing;
}

/** Goes to the sign-in page, which shows why signing in failed. */
export function leaveWithLoginError(message: string, returnTo?: string): void {
  saveLoginError(message);
  window.location.assign(paths.signIn(returnTo));
}
