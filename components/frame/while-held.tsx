'use client';

import { usePageRefresh } from '@/components/ui/loading/use-page-refresh';

const LOOK_AGAIN_MS = 60_000;

/**
 * Reads the frame of the page again while the database is held, each minute and when the person comes back to the tab,
 * so that what it says of the copy ends soon after the release.
 */
export function WhileHeld() {
  usePageRefresh(LOOK_AGAIN_MS);
  return null;
}
