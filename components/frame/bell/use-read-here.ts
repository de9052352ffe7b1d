'use client';

import { useDocumentVisibility } from '@mantine/hooks';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { useShownRuns } from '@/components/run-stream/shown-runs';
import type { Notification } from './notification-words';
import { seenHere } from './seen-here';

/**
 * Marks as read what the person is looking at: they may have opened it from a message, from the library, or from the
 * history. What a hidden tab shows is marked once the person comes back to it.
 */
export function useReadHere(
  notifications: readonly Notification[] | undefined,
  orgSlug: string,
  markRead: (notificationIds: number[]) => void,
): void {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const runs = useShownRuns();
  const visibility = useDocumentVisibility();
  useEffect(() => {
    if (notifications === undefined || visibility === 'hidden') return;
    const address = new URL(`${pathname}?${search}${window.location.hash}`, window.location.origin);
    const seen = seenHere(notifications, orgSlug, address, runs);
    if (seen.length > 0) markRead(seen);
  }, [notifications, orgSlug, markRead, pathname, search, runs, visibility]);
}
