'use client';

import { useDocumentVisibility, useInterval } from '@mantine/hooks';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Reads the page again from the server every so often, and when the person comes back to it. Hidden tabs wait. What
 * components remember stays.
 */
export function usePageRefresh(everyMs: number): void {
  const { refresh } = useRouter();
  const visibility = useDocumentVisibility();
  const { start, stop } = useInterval(refresh, everyMs);
  useEffect(() => {
    if (visibility === 'hidden') return;
    start();
    return stop;
  }, [visibility, start, stop]);
  useEffect(() => {
    window.addEventListener('focus', refresh);
    return () => window.removeEventListener('focus', refresh);
  }, [refresh]);
}
