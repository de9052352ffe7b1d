'use client';

import { useEffect, useSyncExternalStore } from 'react';
import type { Run } from './use-run';

/** A run that the page shows with its result, and the request for its approval. */
export type ShownRun = Pick<Run, 'runId'> & { approvalId: number | null };

let shown: readonly ShownRun[] = [];
const listeners = new Set<() => void>();

function change(next: readonly ShownRun[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/** Says that the page shows a run, for as long as the caller is drawn with it: its notifications need no reading then. */
export function useShown(run: Run | null | undefined): void {
  const runId = run?.runId ?? null;
  const approvalId = run?.approval?.approvalId ?? null;
  useEffect(() => {
    if (runId === null) return;
    const own: ShownRun = { runId, approvalId };
    change([...shown, own]);
    return () => change(shown.filter((each) => each !== own));
  }, [runId, approvalId]);
}

const none: readonly ShownRun[] = [];

/** The runs that the page shows now. */
export const useShownRuns = (): readonly ShownRun[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
    () => none,
  );
