'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts';

const FOREIGN_ORG_MS = 7_000;

/** Says why one ended up here: the address was of an organization (`?foreign=`) that one cannot enter. */
export function useForeignOrgToast(): void {
  const [foreign, setForeign] = useQueryState('foreign', parseAsString);
  // Effects run twice in development, and the message is to be read once.
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (foreign === null || told.current === foreign) return;
    told.current = foreign;
    toast.danger(`That URL was coded for the organization "${foreign}", which you cannot access.`, {
      durationMs: FOREIGN_ORG_MS,
    });
    void setForeign(null);
  }, [foreign, setForeign]);
}
