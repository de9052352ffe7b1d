'use client';

import { useMemo, useState } from 'react';
import type { RunSummary } from '../use-history';

export interface Selection {
  /** The selected runs of the current page, in its order. */
  runs: readonly RunSummary[];
  has(runId: number): boolean;
  toggle(runId: number): void;
  isAll: boolean;
  /** Whether all runs that match the filters are meant, on other pages, too. */
  isMatching: boolean;
  chooseMatching(): void;
  toggleAll(): void;
  clear(): void;
}

const none: readonly RunSummary[] = [];

/** The selected runs. A run that leaves the page loses its selection. */
export function useSelection(page: readonly RunSummary[] = none): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  /** The page on which all that match were chosen; another one has other filters or other runs. */
  const [matchingOn, setMatchingOn] = useState<readonly RunSummary[] | null>(null);
  return useMemo(() => {
    const runs = page.filter(({ runId }) => ids.has(runId));
    const isAll = page.length > 0 && runs.length === page.length;
    const isMatching = isAll && matchingOn !== null && isSamePage(matchingOn, page);
    const chosen = new Set(runs.map(({ runId }) => runId));
    return {
      runs,
      has: (runId) => chosen.has(runId),
      toggle: (runId) => {
        if (!chosen.delete(runId)) chosen.add(runId);
        setMatchingOn(null);
        setIds(new Set(chosen));
      },
      isAll,
      isMatching,
      chooseMatching: () => setMatchingOn(page),
      toggleAll: () => {
        setMatchingOn(null);
        setIds(new Set(isAll ? [] : page.map(({ runId }) => runId)));
      },
      clear: () => {
        setMatchingOn(null);
        setIds(new Set());
      },
    };
  }, [page, ids, matchingOn]);
}

/** A page that was read again has the same runs. */
const isSamePage = (a: readonly RunSummary[], b: readonly RunSummary[]): boolean =>
  a.length === b.length && a.every(({ runId }, at) => runId === b[at]?.runId);
