import { allOf } from '@/lib/base/text/lists';
import type { Job } from '../use-jobs';
import type { JobAlert } from './use-alerts';

/** What an alert is about: what runs return, or that they failed. */
export type AlertSubject = 'results' | 'failures';

/** Who gets the results of a job, such as "Maria Keller with the result, only when there are rows". */
export function recipientsWords(alerts: readonly Recipient[]): string {
  if (alerts.length === 0) return 'Nobody';
  return alerts
    .map(({ target, attachesResult, onlyWhen }) => {
      const when = { always: '', rows: ', only when there are rows', changed: ', only when it changed' }[
        onlyWhen
      ];
      return `${target}${attachesResult ? ' with the result' : ''}${when}`;
    })
    .join('; ');
}

const NO_ALERTS = 'No alerts: engineers hear of each new error once, in the bell';

/** What follows a failure, such as "Try 2 more times, then report to Maria Keller". */
export function failureWords(
  { retryCount }: Pick<Job, 'retryCount'>,
  alerts: readonly Pick<JobAlert, 'target'>[],
): string {
  const again = retryCount === null || retryCount === 0 ? null : tries(retryCount);
  const names = [...new Set(alerts.map(({ target }) => target))];
  if (names.length === 0) return again === null ? NO_ALERTS : `Try ${again}. ${NO_ALERTS}`;
  const report = `report to ${allOf(names)}`;
  return again === null ? `R${report.slice(1)}` : `Try ${again}, then ${report}`;
}

type Recipient = Pick<JobAlert, 'target' | 'attachesResult' | 'onlyWhen'>;

const tries = (count: number): string => (count === 1 ? 'once more' : `${count} more times`);

/** How the runs of a job differ from others of its command. */
export function runningWords({
  allowsOverlap,
  timeoutSeconds,
  retryCount,
}: Pick<Job, 'allowsOverlap' | 'timeoutSeconds' | 'retryCount'>): string {
  const parts = [
    allowsOverlap ? 'Runs may overlap' : 'One run at a time',
    timeoutSeconds === null ? "the command's time limit" : `at most ${timeoutSeconds} s`,
    retryCount === null || retryCount === 0 ? null : `tried ${tries(retryCount)}`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
