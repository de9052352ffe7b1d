'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { RunExtras } from '@/components/run-stream/run-question';
import { type BulkProgress, runStreamOf } from '@/components/run-stream/run-stream';
import { useLiveRun } from '@/components/run-stream/use-live-run';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { paceOf, type Sample, withSample } from '@/lib/bulk/pace';
import { callApi } from '@/lib/client/api-client';
import { oneAttempt } from '@/lib/client/one-attempt';
import { queryKey } from '@/lib/client/query-keys';
import {
  listBulkRows,
  pauseBulkRun,
  readBulkRun,
  rerunFailedRows,
  resumeBulkRun,
  stopBulkRun,
} from '@/lib/contract/runs/bulk';
import { listRuns, readRunSummary } from '@/lib/contract/runs/history';
import { readRun } from '@/lib/contract/runs/runs';

/** A bulk run, named as its requests name it. */
export interface BulkRunId {
  orgId: string;
  commandId: number;
  runId: number;
}

/** Where the stream fails, the counts are read this often, and with it occasionally. */
const POLL_MS = 3_500;
const SAFETY_POLL_MS = 15_000;

const inputOf = ({ orgId, commandId, runId }: BulkRunId) => ({ params: { orgId, kitId: commandId, runId } });
const isOver = (progress: BulkProgress | undefined): boolean => progress != null && progress.endedAt !== null;

/** Nobody waits for one that began longer ago. */
const STOP_POLLING_MS = 48 * 3_600_000;
const isTooOld = (progress: BulkProgress | undefined): boolean =>
  progress?.startedAt != null && Date.now() - Date.parse(progress.startedAt) > STOP_POLLING_MS;

/** How far a bulk run has come: over the tab's stream, and by polling where it fails. */
export function useBulkRun(bulk: BulkRunId) {
  const { orgId, runId } = bulk;
  const input = inputOf(bulk);
  const [hasEnded, setEnded] = useState(false);
  const followed = hasEnded ? null : runId;
  const { live, isConnected } = useLiveRun(orgId, followed);
  const stream = runStreamOf(orgId);
  const told = useSyncExternalStore(
    (listener) => (followed === null ? () => {} : stream.follow(followed, listener)),
    () => stream.latestProgress(runId),
    () => null,
  );
  const query = useQuery({
    queryKey: queryKey(readBulkRun, input),
    queryFn: ({ signal }) => callApi(readBulkRun, input, { signal }),
    refetchInterval: ({ state: { data } }) => {
      if (isOver(data) || isTooOld(data)) return false;
      return isConnected ? SAFETY_POLL_MS : POLL_MS;
    },
  });
  const { refetch } = query;
  const endedLive = live?.endedAt ?? null;
  useEffect(() => {
    if (endedLive !== null) void refetch();
  }, [endedLive, refetch]);
  const progress = newer(query.data, told);
  const over = isOver(query.data);
  if (over !== hasEnded) setEnded(over);
  return { query, progress, pace: usePace(progress) };
}

/** What was read after the end is final; before that, more rows have ended in the later of two. */
function newer(read: BulkProgress | undefined, told: BulkProgress | null): BulkProgress | undefined {
  if (read === undefined || told === null || isOver(read)) return read ?? told ?? undefined;
  return told.success + told.failure >= read.success + read.failure ? told : read;
}

/** Rows per second lately. */
function usePace(progress: BulkProgress | undefined): number | null {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const ended = progress === undefined ? null : progress.success + progress.failure;
  useEffect(() => {
    if (ended !== null) setSamples((before) => withSample(before, { atMs: performance.now(), ended }));
  }, [ended]);
  return paceOf(samples);
}

/** Pausing, resuming, stopping, and running again what failed. */
export function useBulkControls(bulk: BulkRunId, onRerun: (runId: number) => void) {
  const queryClient = useQueryClient();
  const input = inputOf(bulk);
  const act = (what: string) => ({
    onError: (error: Error) => toast.danger(`${what} ${describeError(error).message}`),
    onSuccess: (progress: BulkProgress) => {
      if (progress.parentRunId === bulk.runId)
        queryClient.setQueryData(queryKey(readBulkRun, input), progress);
    },
    onSettled: () =>
      Promise.all(
        [listRuns, readRunSummary, readRun, listBulkRows, readBulkRun].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      ),
  });
  const pause = useMutation({
    mutationFn: () => callApi(pauseBulkRun, input),
    ...act('The bulk run could not be paused.'),
  });
  const resume = useMutation({
    mutationFn: () => callApi(resumeBulkRun, input),
    ...act('The bulk run could not be resumed.'),
  });
  const stop = useMutation({
    mutationFn: (running: boolean) => callApi(stopBulkRun, { ...input, body: { running } }),
    ...act('The bulk run could not be stopped.'),
  });
  const again = useMutation({
    mutationFn: ({ canceled, extras }: { canceled: boolean; extras: RunExtras }) =>
      // Another note doesn't make it another attempt: the rows may be running already.
      oneAttempt([rerunFailedRows.id, input, canceled], (idempotencyKey) =>
        callApi(rerunFailedRows, { ...input, body: { canceled, ...extras } }, { idempotencyKey }),
      ),
    ...act('The rows could not be run again.'),
  });
  return {
    pause: () => pause.mutate(),
    resume: () => resume.mutate(),
    stop: (running: boolean) => stop.mutate(running),
    rerun: (canceled: boolean, extras: RunExtras) =>
      again.mutate({ canceled, extras }, { onSuccess: ({ parentRunId }) => onRerun(parentRunId) }),
    isBusy: [pause, resume, stop, again].some(({ isPending }) => isPending),
  };
}
