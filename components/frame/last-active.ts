import { INACTIVITY_MS } from '@/lib/session/inactivity';

/** When somebody last did something in any tab of this browser, in milliseconds. */
export const LAST_ACTIVE_KEY = 'pushboard:last-active';

/**
 * How long one may still do nothing; nothing or less where it has been too long.
 *
 * @param signedInAtMs whatever was before that is of another session
 */
export function leftMs(signedInAtMs: number): number {
  // A clock that was set back is not to make it longer.
  return Math.min(INACTIVITY_MS, Math.max(signedInAtMs, readLastActive()) + INACTIVITY_MS - Date.now());
}

/** Storage that is full or forbidden leaves each tab, and the server's session, to itself. */
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
