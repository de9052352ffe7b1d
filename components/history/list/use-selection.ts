'use client';

import { useMemo, useState } from 'react';
import type { RunSummary } from '../use-history';

export interface Selection {
  /** The selected runs of the current page, in its order. */
  runs: readonly RunSummary[];
  has(runId: number): boolean;
  toggle(runId: number): void;
  isAll: boolean;
  toggleAll(): void;
  clear(): void;
}

const none: readonly RunSummary[] = [];

/** The selected runs. A run that leaves the page loses its selection. */
export function useSelection(page: readonly RunSummary[] = none): Selection {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return useMemo(() => {
    const runs = page.filter(({ runId }) => ids.has(runId));
    const isAll = page.length > 0 && runs.length === page.length;
    const chosen = new Set(runs.map(({ runId }) => runId));
    return {
      runs,
      has: (runId) => chosen.has(runId),
      toggle: (runId) => {
        if (!chosen.delete(runId)) chosen.add(runId);
        setIds(new Set(chosen));
      },
      isAll,
      toggleAll: () => setIds(new Set(isAll ? [] : page.map(({ runId }) => runId))),
      clear: () => setIds(new Set()),
    };
  }, [page, ids]);
}
