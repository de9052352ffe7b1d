'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { run } from '@/lib/contract/runs/run';
import { readRun } from '@/lib/contract/runs/runs';
import { hasEnded } from '@/lib/runs/run-status';
import type { LiveRun } from './run-stream';
import { useLiveRun } from './use-live-run';

export type Run = z.output<typeof run>;

/** The first request for a run that was just started waits this long for its end: a short one needs no second request. */
const FIRST_WAIT_SECONDS = 2;
const POLL_MS = 2_000;
/** Even with a working stream, poll occasionally: a missed event must not leave a card hanging. */
const SAFETY_POLL_MS = 15_000;
const STOP_POLLING_MS = 48 * 3_600_000;
/** Thousands of arriving rows and log lines don't each need a request. */
const FRESHEN_MS = 1_000;

/**
 * A run and its result: read when it exists, updated live while it is running, and read again when it has ended.
 * @param runId null until the run has been created.
 * @param isJustStarted whether it may well end within seconds; of any other run, its state is worth more at once.
 */
export function useRun(orgId: string, commandId: number, runId: number | null, isJustStarted = false) {
  const input = { params: { orgId, kitId: commandId, runId: runId ?? 0 } };
  const [isOver, setOver] = useState(false);
  const { live, isConnected } = useLiveRun(orgId, isOver ? null : runId);
  const query = useQuery({
    queryKey: queryKey(readRun, input),
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey(readRun, input)) === undefined;
      const wait = isFirst && isJustStarted ? { query: { wait: FIRST_WAIT_SECONDS } } : {};
      return callApi(readRun, { ...input, ...wait }, { signal });
    },
    enabled: runId !== null,
    staleTime: ({ state }) => (state.data !== undefined && hasEnded(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && (hasEnded(data.status) || isTooOld(data))) return false;
      return isConnected ? SAFETY_POLL_MS : POLL_MS;
    },
    // A result of a thousand rows is either new or not; comparing it cell by cell gains nothing.
    structuralSharing: false,
  });
  const ended = query.data !== undefined && hasEnded(query.data.status);
  if (ended !== isOver) setOver(ended);
  useRefetchOnNews({
    live,
    knownRows: query.data?.totalRows ?? null,
    knownLinks: query.data?.links.length ?? 0,
    isIdle: !ended && !query.isFetching && !query.isError,
    refetch: query.refetch,
  });
  return { query, live: ended ? null : live };
}

interface News {
  live: LiveRun | null;
  knownRows: number | null;
  knownLinks: number;
  /** Whether a response is still needed and none is pending; after a failure, polling continues by itself. */
  isIdle: boolean;
  refetch: () => unknown;
}

/** Refetches the run when the stream reports its end, and occasionally while its rows grow or its links. */
function useRefetchOnNews({ live, knownRows, knownLinks, isIdle, refetch }: News): void {
  const endedLive = live !== null && hasEnded(live.status);
  const hasNewRows = live !== null && live.totalRows !== null && live.totalRows !== knownRows;
  const hasNewLinks = live !== null && (live.linkCount ?? 0) > knownLinks;
  useEffect(() => {
    if (!isIdle) return;
    if (endedLive) {
      refetch();
      return;
    }
    if (!hasNewRows && !hasNewLinks) return;
    const timer = setTimeout(refetch, FRESHEN_MS);
    return () => clearTimeout(timer);
  }, [isIdle, endedLive, hasNewRows, hasNewLinks, refetch]);
}

function isTooOld(data: Run): boolean {
  return Date.now() - Date.parse(data.createdAt) > STOP_POLLING_MS;
}
