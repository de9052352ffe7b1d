'use client';

import { useEffect } from 'react';
import { ACTIVE_ORG_COOKIE } from '@/lib/orgs/active-org';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Keeps which organization one was in last, so that the next visit begins there; older browsers begin anew. */
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
