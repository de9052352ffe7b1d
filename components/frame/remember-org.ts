'use client';

import { useEffect } from 'react';
import { ACTIVE_ORG_COOKIE } from '@/lib/orgs/active-org';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Keeps which organisation one was in last, so that the next visit begins there. */
export function useRememberOrg(orgId: string | null): void {
  useEffect(() => {
    if (orgId !== null) write(encodeURIComponent(orgId), YEAR_SECONDS);
  }, [orgId]);
}

export function forgetOrg(): void {
  write('', 0);
}

function write(value: string, maxAgeSeconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser yet
  document.cookie = `${ACTIVE_ORG_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}
