'use client';

import { useEffect, useRef, useState } from 'react';
import { type Notification as Told, wordsOf } from './notification-words';

type Permission = 'default' | 'granted' | 'denied' | 'none';

const permissionNow = (): Permission => ('Notification' in window ? Notification.permission : 'none');

/** Whether the browser may show notifications; asks the person only when `ask` is called, on a click. */
export function useBrowserPermission(): { canAsk: boolean; ask: () => void } {
  const [permission, setPermission] = useState<Permission>('none');
  useEffect(() => setPermission(permissionNow()), []);
  return {
    canAsk: permission === 'default',
    ask: () => void Notification.requestPermission().then(setPermission),
  };
}

/** Shows what arrives while the page is open and hidden, where the person has allowed it. */
export function useBrowserNotifications(told: readonly Told[] | undefined): void {
  const newest = useRef<number | null>(null);
  useEffect(() => {
    if (told === undefined) return;
    const seen = newest.current;
    newest.current = Math.max(seen ?? 0, ...told.map(({ notificationId }) => notificationId));
    // What was there when the page opened isn't news.
    if (seen === null || !document.hidden || permissionNow() !== 'granted') return;
    for (const each of told) {
      if (each.notificationId <= seen || each.isRead) continue;
      const shown = new Notification('Pushboard', {
        body: wordsOf(each),
        tag: `pushboard-${each.notificationId}`,
      });
      shown.onclick = () => window.focus();
    }
  }, [told]);
}
