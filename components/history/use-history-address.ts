'use client';

import { debounce, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import { type HistoryAddress, type HistoryFilters, historyParsers, noFilters } from './history-address';

/** The search starts this long after the last key. */
export const SEARCH_DEBOUNCE_MS = 500;

export interface ChangeHistory {
  toPage(page: number): void;
  /** Lets a search cover this many runs. */
  toDepth(depth: number): void;
  /** Any other list starts on its first page. */
  filter(changes: Partial<HistoryFilters>): void;
  /** While typing: the address follows a moment later, without a browser history entry. */
  search(text: string): void;
  clear(): void;
}

/** The state of the history, kept in its address. */
export function useHistoryAddress(): { address: HistoryAddress; change: ChangeHistory } {
  const startTransition = useUnlessLeft();
  const [address, setAddress] = useQueryStates(historyParsers, {
    history: 'push',
    scroll: false,
    startTransition,
  });
  const toPage = useCallback((page: number) => void setAddress({ page }, { scroll: true }), [setAddress]);
  const toDepth = useCallback((depth: number) => void setAddress({ depth, page: null }), [setAddress]);
  const filter = useCallback(
    (changes: Partial<HistoryFilters>) => void setAddress({ ...changes, page: null, depth: null }),
    [setAddress],
  );
  const search = useCallback(
    (q: string) =>
      void setAddress(
        { q, page: null, depth: null },
        { history: 'replace', limitUrlUpdates: debounce(SEARCH_DEBOUNCE_MS) },
      ),
    [setAddress],
  );
  const clear = useCallback(() => filter(noFilters), [filter]);
  return { address, change: { toPage, toDepth, filter, search, clear } };
}
