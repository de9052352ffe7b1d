import { INACTIVITY_MS } from '@/lib/sign-in/inactivity';

/** The time of the last activity in any tab of this browser, in milliseconds. */
export const LAST_ACTIVE_KEY = 'pushboard:last-active';

/**
 * The remaining time before inactivity counts; zero or less if it has passed.
 * @param signedInAtMs activity before this belongs to another session
 */
export function leftMs(signedInAtMs: number): number {
  // A clock that was set back must not extend it.
  return Math.min(INACTIVITY_MS, Math.max(signedInAtMs, readLastActive()) + INACTIVITY_MS - Date.now());
}

/** If storage is full or blocked, each tab and the server's session work independently. */
let ownMs = 0;

export function noteActivity(): void {
  ownMs = Date.now();
  try {
    localStorage.setItem(LAST_ACTIVE_KEY, String(ownMs));
  } catch {
    // As above.
  }
}

function readLastActive(): number {
  try {
    return Number(localStorage.getItem(LAST_ACTIVE_KEY)) || 0;
  } catch {
    return ownMs;
  }
}
