'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import type { Notification } from './notification-words';
import { seenHere } from './seen-here';

/** Marks as read what the person is looking at: they may have opened it from a message, or from the library. */
export function useReadHere(
  notifications: readonly Notification[] | undefined,
  orgSlug: string,
  markRead: (notificationIds: number[]) => void,
): void {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    if (notifications === undefined || document.visibilityState === 'hidden') return;
    const address = new URL(`${pathname}?${search}${window.location.hash}`, window.location.origin);
    const seen = seenHere(notifications, orgSlug, address);
    if (seen.length > 0) markRead(seen);
  }, [notifications, orgSlug, markRead, pathname, search]);
}
