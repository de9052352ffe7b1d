import type { ResponseOf } from '@/lib/contract/operation';
import type { listJobs } from '@/lib/contract/schedules/jobs';
import { zonedTime } from '@/lib/runs/run-times';

export type Job = ResponseOf<typeof listJobs>[number];

export type JobChange = 'pause' | 'resume' | 'skip';

/** When a job runs next, in the time zone of the terminal, or why it doesn't. */
export function nextText({ isEnabled, nextRunAt, pausedReason }: Job): string {
  if (!isEnabled) return `Paused${pausedReason === null ? '' : `: ${pausedReason}`}`;
  return nextRunAt === null ? '—' : zonedTime(nextRunAt);
}

/** What a change did to a job, in a sentence for people. */
export function changeText(change: JobChange, before: Job, after: Job): string {
  if (change === 'pause') return `Paused “${after.name}”. It runs again when it is resumed.`;
  const done =
    change === 'resume'
      ? `Resumed “${after.name}”`
      : `Skipped ${before.nextRunAt === null ? '—' : zonedTime(before.nextRunAt)}`;
  return `${done}. Next: ${nextText(after)}`;
}
