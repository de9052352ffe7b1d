'use client';

import { useLiveRun } from '@/components/run-stream/use-live-run';
import { hasEnded } from '@/lib/runs/run-status';
import type { RunSummary } from '../use-history';

/** A run from its row, with live updates while it is running. */
export function useLiveSummary(run: RunSummary): RunSummary {
  const { live } = useLiveRun(run.orgId, hasEnded(run.status) ? null : run.runId);
  if (live === null) return run;
  const { status, endReason, totalRows, startedAt, endedAt } = live;
  const isWaitingForApproval = run.isWaitingForApproval && status === 'starting';
  return { ...run, status, endReason, totalRows, startedAt, endedAt, isWaitingForApproval };
}
