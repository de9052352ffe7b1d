'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { whenRunEnds } from '@/components/run-stream/when-run-ends';
import type { AskedRun } from '../runs/attempts';
import type { Command } from '../use-command';

/**
 * Tells of runs that succeed after their form was left, such as for the next row: their cards, which watch them, are gone
 * by then.
 *
 * @returns what to call when the form has started a run, and when its card has seen it succeed
 */
export function useOutlivedRuns({ orgId, commandId }: Command, onSucceeded: (runId: number) => void) {
  const queryClient = useQueryClient();
  const started = useRef(new Set<number>());
  const isLeft = useRef(false);
  const watch = (runId: number) =>
    whenRunEnds(queryClient, { orgId, commandId, runId }, ({ status }) => {
      if (status === 'success') onSucceeded(runId);
    });
  const latest = useRef(watch);
  useEffect(() => {
    latest.current = watch;
  });
  useEffect(() => {
    const runs = started.current;
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      for (const runId of runs) latest.current(runId);
    };
  }, []);
  return {
    onStarted: (runId: number, { isDryRun }: AskedRun) => {
      if (isDryRun === true) return;
      if (isLeft.current) latest.current(runId);
      else started.current.add(runId);
    },
    onSeen: (runId: number) => started.current.delete(runId),
  };
}
