'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { ROW_LINK } from '@/components/ui/table/use-row-keys';

interface FirstRow {
  /** The element that contains the rows. */
  list: RefObject<HTMLElement | null>;
  open: () => void;
  focus: () => void;
}

/**
 * Moves from the search to its first result.
 * @param isSettled whether the results match what was typed; until then it waits, so that it doesn't open the wrong
 * one.
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
