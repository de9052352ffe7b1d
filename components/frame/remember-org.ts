'use client';

import { useEffect } from 'react';
import { ACTIVE_ORG_COOKIE } from '@/lib/orgs/active-org';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Remembers the last organization, so that the next visit starts there; other browsers start without it. */
export function useRememberOrg(orgId: string | null): void {
  useEffect(() => {
    if (orgId === null || !('cookieStore' in window)) return;
    const expires = Date.now() + YEAR_MS;
    void cookieStore.set({
      name: ACTIVE_ORG_COOKIE,
      value: encodeURIComponent(orgId),
      path: '/',
      sameSite: 'lax',
      expires,
    });
  }, [orgId]);
}

export function forgetOrg(): void {
  if ('cookieStore' in window) void cookieStore.delete(ACTIVE_ORG_COOKIE);
}
