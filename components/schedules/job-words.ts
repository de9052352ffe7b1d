import { isSameZone, zoneLabel } from '@/lib/schedules/time-zones';
import { wordsOf } from '@/lib/schedules/words';
import type { ListedJob } from './use-jobs';

type Plan = Pick<ListedJob, 'cronExpression' | 'cronTimezone'>;

/** Whether a job follows other clocks than the reader's, whose zone is null until it is known. */
export const hasOtherZone = (
  { cronTimezone }: Pick<Plan, 'cronTimezone'>,
  readerZone: string | null,
): boolean => readerZone !== null && !isSameZone(cronTimezone, readerZone);

/** When a job fires, in words, with its time zone if the reader has another: "Weekdays at 7:00 AM, Berlin". */
export function whenOf(plan: Plan, readerZone: string | null): string {
  const words = wordsOf(plan.cronExpression) ?? plan.cronExpression;
  return hasOtherZone(plan, readerZone) ? `${words}, ${zoneLabel(plan.cronTimezone)}` : words;
}

/** What a job is doing, in a word. */
export function stateOf(job: Pick<ListedJob, 'isDeleted' | 'isEnabled'>): 'deleted' | 'enabled' | 'paused' {
  if (job.isDeleted) return 'deleted';
  return job.isEnabled ? 'enabled' : 'paused';
}

/** A moment as the clocks of a time zone show it: `Mon, Nov 30, 7:00 AM`. */
export const timeIn = (zone: string, atMs: number): string =>
  new Date(atMs).toLocaleString('en-US', {
    timeZone: zone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

/** How far away a coming moment is, roughly. */
export function untilText(atMs: number, nowMs: number): string {
  const minutes = Math.round((atMs - nowMs) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `in ${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `in ${hours} h` : `in ${hours} h ${minutes % 60} min`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'in a day' : `in ${days} days`;
}
