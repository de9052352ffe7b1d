'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { ROW_LINK } from '@/components/ui/table/use-row-keys';

interface FirstRow {
  /** Of what the rows stand in. */
  list: RefObject<HTMLElement | null>;
  open: () => void;
  focus: () => void;
}

/**
 * The way from the search to the first of what it finds.
 *
 * @param isSettled whether what is shown is what was typed: until then one waits, rather than to open another.
 */
export function useFirstRow(isSettled: boolean): FirstRow {
  const list = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<'open' | 'focus' | null>(null);
  useEffect(() => {
    if (wanted === null || !isSettled) return;
    setWanted(null);
    const first = list.current?.querySelector<HTMLElement>(`[${ROW_LINK}]`);
    if (wanted === 'open') first?.click();
    else first?.focus();
  }, [wanted, isSettled]);
  return { list, open: () => setWanted('open'), focus: () => setWanted('focus') };
}
