import type { ResultChart } from '@/lib/results/charts/chart-of';
import { formatCount } from '@/lib/results/table/row-counts';
import { formatDuration } from '@/lib/runs/duration';
import type { Usage } from './use-usage';

const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `1 run`, `1,204 runs`. */
export const countRuns = (count: number): string => `${formatCount(count)} ${count === 1 ? 'run' : 'runs'}`;

/** The days as bars. */
export function chartOfDays(days: Usage['days']): ResultChart {
  const points = days.map(({ day, runs }) => ({
    at: shortDay.format(new Date(day)),
    value: runs,
    exact: countRuns(runs),
  }));
  return { kind: 'bar', along: 'day', series: [{ name: 'Runs per day', points }] };
}

/** How the runs of the past month ended, without what didn't happen. */
export function outcomesOf({ outcomes, pastMonth }: Usage): { label: string; said: string }[] {
  const { success, failed, canceled, inProgress } = outcomes;
  return [
    { label: 'Succeeded', runs: success, isAlways: true },
    { label: 'Failed', runs: failed, isAlways: true },
    { label: 'Canceled', runs: canceled, isAlways: false },
    { label: 'In progress', runs: inProgress, isAlways: false },
  ].flatMap(({ label, runs, isAlways }) =>
    runs > 0 || isAlways ? [{ label, said: `${formatCount(runs)}${shareOf(runs, pastMonth)}` }] : [],
  );
}

/** A share in percent, with a decimal where whole percents would say “none” or “all” of what is neither. */
function shareOf(part: number, whole: number): string {
  if (part === 0 || whole === 0) return '';
  const percent = (100 * part) / whole;
  if (percent < 0.1) return ' (under 0.1%)';
  const isNearEnd = percent < 1 || (percent > 99 && percent < 100);
  return ` (${isNearEnd ? (Math.floor(percent * 10) / 10).toFixed(1) : Math.round(percent)}%)`;
}

/** How long runs take; null if none has succeeded. */
export function durationsOf({
  durations,
  outcomes,
}: Usage): { facts: [string, string][]; of: string } | null {
  if (durations === null) return null;
  const isAll = durations.runs >= outcomes.success;
  return {
    facts: [
      ['Median', formatDuration(durations.medianMs)],
      ['95th percentile', formatDuration(durations.p95Ms)],
    ],
    of: isAll
      ? `Of the ${countRuns(durations.runs)} that succeeded in the past 30 days.`
      : `Of the latest ${countRuns(durations.runs)} that succeeded in the past 30 days.`,
  };
}
