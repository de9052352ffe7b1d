'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page responds to clicks: false as the server renders it, and until its code has loaded. A button that
 * only code can act on is disabled until then, so that no press of it is lost.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
