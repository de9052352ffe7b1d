import { type QueryClient, QueryObserver } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRun } from '@/lib/contract/runs/runs';
import { hasEnded } from '@/lib/runs/run-status';
import type { Run } from './use-run';

const SOONEST_MS = 2_000;
/** A run that takes long, or waits for an approval, needs no request every few seconds. */
const SELDOM_MS = 30_000;

/**
 * Watches a run that no card shows, and calls back once with the run when it has ended. Gives up if the run can't be read
 * anymore.
 */
export function whenRunEnds(
  queryClient: QueryClient,
  { orgId, commandId, runId }: { orgId: string; commandId: number; runId: number },
  onEnd: (run: Run) => void,
): void {
  const input = { params: { orgId, kitId: commandId, runId } };
  const observer = new QueryObserver(queryClient, {
    queryKey: queryKey(readRun, input),
    queryFn: ({ signal }) => callApi(readRun, input, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => Math.min(SELDOM_MS, SOONEST_MS * (1 + state.dataUpdateCount)),
    structuralSharing: false,
  });
  const look = () => {
    const { data, error } = observer.getCurrentResult();
    const isOver = data !== undefined && hasEnded(data.status);
    if (!isOver && error === null) return;
    stop();
    if (isOver) onEnd(data);
  };
  const stop = observer.subscribe(look);
  // What is known already isn't reported.
  look();
}
