'use client';

import { useDocumentVisibility, useInterval } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const LOOK_AGAIN_MS = 60_000;

/**
 * Reads the frame of the page again while the database is held, each minute and when the person comes back to the tab,
 * so that what it says of the copy ends soon after the release.
 */
export function WhileHeld() {
  const { refresh } = useRouter();
  const visibility = useDocumentVisibility();
  const { start, stop } = useInterval(refresh, LOOK_AGAIN_MS);
  useEffect(() => {
    if (visibility === 'hidden') return;
    start();
    return stop;
  }, [visibility, start, stop]);
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
  return null;
}
