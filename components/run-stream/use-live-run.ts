'use client';

import { useCallback, useSyncExternalStore } from 'react';
import { type LiveRun, runStreamOf } from './run-stream';

const nothing = () => {};

/**
 * Live updates of a run, over the tab's single stream.
 * @param runId null to follow nothing: before the run exists, and after it has ended.
 */
export function useLiveRun(
  orgId: string,
  runId: number | null,
): { live: LiveRun | null; isConnected: boolean } {
  const stream = runStreamOf(orgId);
  const subscribe = useCallback(
    (listener: () => void) => (runId === null ? nothing : stream.follow(runId, listener)),
    [stream, runId],
  );
  const live = useSyncExternalStore(
    subscribe,
    () => (runId === null ? null : stream.latest(runId)),
    () => null,
  );
  const isConnected = useSyncExternalStore(
    subscribe,
    () => stream.isConnected,
    () => false,
  );
  return { live, isConnected };
}
