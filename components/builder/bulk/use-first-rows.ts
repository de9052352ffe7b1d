import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { leftOutIn } from '@/components/bulk-run/left-out-rows';
import { describeError } from '@/components/ui/feedback/describe-error';
import { readBulkRows } from '@/lib/bulk/bulk-rows';
import type { Command } from '../use-command';
import { readFirstRows } from './earlier-runs';
import type { TakenRows } from './taken-rows';
import type { BulkDraft } from './use-bulk-draft';

/** Begins with the rows that the address names, once. */
export function useFirstRows({ orgId, commandId }: Command, address: string, take: TakeRows): void {
  const queryClient = useQueryClient();
  const isTaken = useRef(false);
  useEffect(() => {
    const rows = readBulkRows(address);
    if (isTaken.current || rows === null) return;
    isTaken.current = true;
    void take(async (onRead, signal) =>
      rows.kind === 'left-out'
        ? leftOutRows(queryClient, rows.runId)
        : readFirstRows(orgId, commandId, rows, onRead, signal),
    );
  }, [orgId, commandId, address, take, queryClient]);
}

function leftOutRows(queryClient: QueryClient, runId: number): TakenRows {
  const table = leftOutIn(queryClient, runId);
  return table === undefined
    ? {
        problem: `This page no longer has the rows that run ${runId} left out. Choose the file or paste the rows again.`,
      }
    : { table, isWritten: true };
}

type TakeRows = (
  read: (onRead: (count: number) => void, signal: AbortSignal) => Promise<TakenRows>,
) => Promise<void>;

/** Takes rows that are read from the server, which can take a while and be stopped. */
export function useTakingRows(draft: BulkDraft): { take: TakeRows; readCount: number; stop: () => void } {
  const [readCount, setReadCount] = useState(0);
  const stopper = useRef<AbortController | null>(null);
  const current = useRef(draft);
  current.current = draft;
  useEffect(() => () => stopper.current?.abort(), []);
  const take = useCallback<TakeRows>(async (read) => {
    stopper.current?.abort();
    const stopping = new AbortController();
    stopper.current = stopping;
    const { signal } = stopping;
    setReadCount(0);
    await current.current.takeRuns(async () => {
      try {
        return await read(setReadCount, signal);
      } catch (error) {
        return { problem: signal.aborted ? 'Stopped. No rows were taken.' : describeError(error).message };
      }
    });
  }, []);
  const stop = () => {
    stopper.current?.abort();
    setReadCount(0);
  };
  return { take, readCount, stop };
}
