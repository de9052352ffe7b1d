'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { callApi } from '@/lib/api-client';
import { readRun, type run } from '@/lib/contract/runs';
import { queryKey } from '@/lib/query-keys';
import { hasEnded } from '@/lib/runs/run-status';
import type { LiveRun } from './run-stream';
import { useLiveRun } from './use-live-run';

export type Run = z.output<typeof run>;

/** The first question waits this long for the end, so that a short run takes no second one. */
const FIRST_WAIT_SECONDS = 2;
const POLL_MS = 2_000;
/** Even while the stream lives, one looks now and then: a missed event must not hang a card for ever. */
const SAFETY_POLL_MS = 15_000;
const STOP_POLLING_MS = 48 * 3_600_000;
/** Rows and log lines that arrive by the thousand are not each worth a request. */
const FRESHEN_MS = 1_000;

/**
 * A run and its result: read once it is there, told live while it goes, and read again when it has ended.
 *
 * @param runId null until the run has been created.
 */
export function useRun(orgId: string, commandId: number, runId: number | null) {
  const input = { params: { orgId, kitId: commandId, runId: runId ?? 0 } };
  const [isOver, setOver] = useState(false);
  const { live, isConnected } = useLiveRun(orgId, isOver ? null : runId);
  const query = useQuery({
    queryKey: queryKey(readRun, input),
    queryFn: ({ signal, client }) => {
      const isFirst = client.getQueryData(queryKey(readRun, input)) === undefined;
      const wait = isFirst ? { query: { wait: FIRST_WAIT_SECONDS } } : {};
      return callApi(readRun, { ...input, ...wait }, { signal });
    },
    enabled: runId !== null,
    staleTime: ({ state }) => (state.data !== undefined && hasEnded(state.data.status) ? Infinity : 0),
    refetchInterval: ({ state: { data } }) => {
      if (data !== undefined && (hasEnded(data.status) || isTooOld(data))) return false;
      return isConnected ? SAFETY_POLL_MS : POLL_MS;
    },
    // A result of a thousand rows is new or it is not; comparing it cell by cell tells nothing.
    structuralSharing: false,
  });
  const ended = query.data !== undefined && hasEnded(query.data.status);
  if (ended !== isOver) setOver(ended);
  useRefetchOnNews({
    live,
    knownRows: query.data?.totalRows ?? null,
    isIdle: !ended && !query.isFetching && !query.isError,
    refetch: query.refetch,
  });
  return { query, live: ended ? null : live };
}

interface News {
  live: LiveRun | null;
  knownRows: number | null;
  /** Whether an answer is still wanted and none is on its way; after a failure polling goes on by itself. */
  isIdle: boolean;
  refetch: () => unknown;
}

/** Reads the run again when the stream says that it ended, and now and then while its rows grow. */
function useRefetchOnNews({ live, knownRows, isIdle, refetch }: News): void {
  const endedLive = live !== null && hasEnded(live.status);
  const hasNewRows = live !== null && live.totalRows !== null && live.totalRows !== knownRows;
  useEffect(() => {
    if (!isIdle) return;
    if (endedLive) {
      refetch();
      return;
    }
    if (!hasNewRows) return;
    const timer = setTimeout(refetch, FRESHEN_MS);
    return () => clearTimeout(timer);
  }, [isIdle, endedLive, hasNewRows, refetch]);
}

function isTooOld(data: Run): boolean {
  return Date.now() - Date.parse(data.createdAt) > STOP_POLLING_MS;
}
