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
 * @param text what was typed. A person who types on, or empties the search, no longer wants its first result.
 */
export function useFirstRow(isSettled: boolean, text: string): FirstRow {
  const list = useRef<HTMLElement>(null);
  const [wanted, setWanted] = useState<{ way: 'open' | 'focus'; text: string } | null>(null);
  useEffect(() => {
    if (wanted === null || (wanted.text === text && !isSettled)) return;
    setWanted(null);
    if (wanted.text !== text) return;
    const first = list.current?.querySelector<HTMLElement>(`[${ROW_LINK}]`);
    if (wanted.way === 'open') first?.click();
    else first?.focus();
  }, [wanted, isSettled, text]);
  return {
    list,
    open: () => setWanted({ way: 'open', text }),
    focus: () => setWanted({ way: 'focus', text }),
  };
}
