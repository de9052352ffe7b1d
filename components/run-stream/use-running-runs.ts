'use client';

import { type QueryClient, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type CallInput, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns, type runSummary } from '@/lib/contract/runs/history';
import { runStatus } from '@/lib/contract/runs/run';
import { hasEnded } from '@/lib/runs/run-status';

export type RunningRun = z.output<typeof runSummary>;

/** While something runs, the list is refreshed this often in case the stream misses an end. */
const REFRESH_MS = 15_000;
const MOST_LISTED = 20;

/** The person's own runs in progress in an organization, the newest first. Nothing is polled while none runs. */
export function useRunningRuns(orgId: string, userId: string) {
  const input = runningInput(orgId, userId);
  return useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    select: withoutHeld,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? REFRESH_MS : false),
  });
}

/** A run that waits for approval may do so for days. */
const withoutHeld = (runs: RunningRun[]): RunningRun[] =>
  runs.filter(({ isWaitingForApproval }) => !isWaitingForApproval);

/** Refreshes the lists of runs on the page: one has been running long enough to be listed, or is a bulk run. */
export function refreshRuns(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: [listRuns.id] });
}

function runningInput(orgId: string, userId: string): CallInput<typeof listRuns> {
  const filter = [
    `user_id:${userId}`,
    'is_dropdown:false',
    'is_startup:false',
    'bulk_parent_id:null',
    ...runStatus.options.filter(hasEnded).map((status) => `status~:${status}`),
  ];
  return { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: MOST_LISTED, page: 0 } };
}
