'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { runStreamOf } from '@/components/run-stream/run-stream';
import { useLiveRun } from '@/components/run-stream/use-live-run';
import { callApi, callApiForPage } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns, type runSummary } from '@/lib/contract/runs/history';
import { hasEnded } from '@/lib/runs/run-status';
import type { HistoryAddress } from './history-address';
import { countInput, historyInput } from './history-input';
import { SEARCH_DEBOUNCE_MS } from './use-history-address';

export type RunSummary = z.output<typeof runSummary>;

const STALE_MS = 5_000;
const POLL_MS = 2_000;
/** While the stream reports the runs, the list itself is still refreshed occasionally. */
const SAFETY_POLL_MS = 30_000;

/**
 * One page of the history, the total number of runs, and how far back the search went. The previous page stays while
 * the next one loads. A page with runs in progress is refreshed, more often if the stream is down.
 */
export function useHistory(orgId: string, address: HistoryAddress) {
  const [q] = useDebouncedValue(address.q, SEARCH_DEBOUNCE_MS);
  const settled = { ...address, q };
  const input = historyInput(orgId, settled);
  const runs = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || firstGoing(data) === null) return false;
      return runStreamOf(orgId).isConnected ? SAFETY_POLL_MS : POLL_MS;
    },
  });
  // The refresh interval depends on the stream, so its connection is watched.
  useLiveRun(orgId, firstGoing(runs.data ?? []));
  const counted = countInput(orgId, settled);
  const count = useQuery({
    queryKey: [...queryKey(listRuns, counted), 'count'],
    queryFn: ({ signal }) => callApiForPage(listRuns, counted, { signal }),
    staleTime: STALE_MS,
  });
  return {
    runs,
    count: count.data?.totalCount ?? null,
    searchedUntil: count.data?.searchedUntil ?? null,
    isSettling: q !== address.q,
  };
}

function firstGoing(runs: readonly RunSummary[]): number | null {
  return runs.find(({ status }) => !hasEnded(status))?.runId ?? null;
}
