'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';

const FOREIGN_ORG_MS = 7_000;

/** Explains a redirect: the address was of an organization (`?foreign=`) that the person can't enter. */
export function useForeignOrgToast(): void {
  const [foreign, setForeign] = useQueryState('foreign', parseAsString);
  // Effects run twice in development, but the message should appear once.
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (foreign === null || told.current === foreign) return;
    told.current = foreign;
    toast.danger(
      `That URL was coded for the organization "${foreign}", which you cannot access. If you had access before, an admin has removed you.`,
      { durationMs: FOREIGN_ORG_MS },
    );
    void setForeign(null);
  }, [foreign, setForeign]);
}
