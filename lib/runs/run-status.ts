import type { z } from 'zod';
import type { runEndReason, runStatus } from '@/lib/contract/runs/run';

export type RunStatus = z.infer<typeof runStatus>;
export type RunEndReason = z.infer<typeof runEndReason>;

/** What a status means at a glance; a word is always next to it. */
export type StatusTone = 'good' | 'bad' | 'caution' | 'active' | 'none';

export interface StatusLabel {
  tone: StatusTone;
  word: string;
}

/** Whether nothing more will happen to the run. */
export function hasEnded(status: RunStatus): boolean {
  return status !== 'starting' && status !== 'running';
}

const endings: Record<RunEndReason, string> = {
  error: 'Failed',
  cancelled: 'Canceled',
  timed_out: 'Timed out',
  worker_lost: 'Worker lost',
  refused: 'Refused',
  never_started: 'Never started',
};

/** The status of a run in a word. */
export function statusLabel(status: RunStatus, endReason: RunEndReason | null): StatusLabel {
  switch (status) {
    case 'starting':
      return { tone: 'active', word: 'Starting' };
    case 'running':
      return { tone: 'active', word: 'Running' };
    case 'success':
      return { tone: 'good', word: 'Success' };
    case 'failed':
      // A person wanted it to end.
      return { tone: endReason === 'cancelled' ? 'none' : 'bad', word: endings[endReason ?? 'error'] };
    case 'cron_error':
      return { tone: 'bad', word: 'Could not start' };
    case 'cron_cancellation':
      return { tone: 'caution', word: 'Skipped' };
  }
}

export const WAITING_FOR_APPROVAL: StatusLabel = { tone: 'caution', word: 'Waiting for approval' };

const UNDONE: StatusLabel = { tone: 'none', word: 'Undone' };

interface ListedRun {
  status: RunStatus;
  endReason: RunEndReason | null;
  isWaitingForApproval: boolean;
  /** Of a bulk run: how many rows it has, and how many of them failed or were canceled; null for other runs. */
  bulkRows: number | null;
  bulkFailed: number | null;
  bulkCanceled: number | null;
  /** The run that took it back, where that is known. */
  undoneByRunId?: number | null;
}

/** The same for a run of a list. */
export function summaryLabel(run: ListedRun): StatusLabel {
  if (run.isWaitingForApproval) return WAITING_FOR_APPROVAL;
  if (run.undoneByRunId != null) return UNDONE;
  const label = statusLabel(run.status, run.endReason);
  const unsuccessful = (run.bulkFailed ?? 0) + (run.bulkCanceled ?? 0);
  return label.tone === 'bad' && unsuccessful < (run.bulkRows ?? 0)
    ? { tone: 'caution', word: 'Partly failed' }
    : label;
}

interface LoadedRun {
  status: RunStatus;
  endReason: RunEndReason | null;
  /** Of a bulk run; its failures include what was canceled. */
  bulkProgress: { total: number; failure: number } | null;
}

/** The same for a run that was loaded by itself. */
export const runLabel = ({ status, endReason, bulkProgress }: LoadedRun): StatusLabel =>
  summaryLabel({
    status,
    endReason,
    isWaitingForApproval: false,
    bulkRows: bulkProgress?.total ?? null,
    bulkFailed: bulkProgress?.failure ?? null,
    bulkCanceled: null,
  });

/** The message for a run that failed without an error from its source, by how it ended. */
export function endingMessage(endReason: RunEndReason | null): string {
  switch (endReason) {
    case 'cancelled':
      return 'Changes made before that may have been kept. Check the source.';
    case 'timed_out':
      return 'The run took longer than allowed and was stopped.';
    case 'worker_lost':
      return 'The worker stopped in the middle of this run. It may have had effects: check before running it again.';
    case 'refused':
      return 'The run was refused before it reached the source.';
    case 'never_started':
      return 'The run was created but never started, so nothing happened.';
    default:
      return 'The run failed, and the source gave no reason.';
  }
}

/** The status of a last run in a list: any text, because newer servers may add statuses and reasons. */
export function statusTone(status: string | null, endReason: string | null = null): StatusTone {
  if (endReason === 'cancelled') return 'none';
  switch (status) {
    case null:
      return 'none';
    case 'success':
      return 'good';
    case 'starting':
    case 'running':
      return 'active';
    case 'cron_cancellation':
      return 'caution';
    default:
      return 'bad';
  }
}
