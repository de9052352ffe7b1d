'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveRun } from '@/components/run-stream/use-live-run';
import { StatusPill } from '@/components/ui/status-pill';
import { listRuns } from '@/lib/contract/history';
import { hasEnded, statusLabel } from '@/lib/runs/run-status';
import type { RunSummary } from './use-history';

/** The state of a run, told live while it is going; when it has ended, the list is read again. */
export function LiveStatus({ run, orgId }: { run: RunSummary; orgId: string }) {
  const queryClient = useQueryClient();
  const isGoing = !hasEnded(run.status);
  const { live } = useLiveRun(orgId, isGoing ? run.runId : null);
  const endedNow = isGoing && live !== null && hasEnded(live.status);
  useEffect(() => {
    if (endedNow) void queryClient.invalidateQueries({ queryKey: [listRuns.id] });
  }, [endedNow, queryClient]);
  if (run.isDeleted) return <StatusPill tone="none" word="Deleted" />;
  const { status, endReason } = isGoing && live !== null ? live : run;
  const { tone, word } = statusLabel(status, endReason);
  return <StatusPill tone={tone} word={word} />;
}
