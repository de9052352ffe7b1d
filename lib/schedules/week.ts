import { parseCron } from './cron-expression';
import { nextTime } from './firing-times';
import { instantOf, wallAt } from './wall-clock';

/** A job as the calendar needs it. */
export interface PlannedJob {
  scheduledJobId: number;
  name: string;
  cronExpression: string;
  cronTimezone: string;
  isEnabled: boolean;
}

/** The week of a job. */
export interface JobWeek<Job extends PlannedJob> {
  job: Job;
  /** Its times on each of the days; of a job that fires often, only how many there are. */
  days: { timesMs: number[]; isMany: boolean }[];
}

export interface Week<Job extends PlannedJob> {
  /** When the seven days and the one after them begin. */
  daysMs: number[];
  jobs: JobWeek<Job>[];
  /** Minutes in which several jobs fire, the first ones. */
  together: { atMs: number; names: string[] }[];
}

const DAY_MS = 86_400_000;
/** A job that fires more often on a day is drawn as a line. */
const MOST_DOTS = 12;
const MOST_TOGETHER = 50;

/** The seven days from today on, or those of this week, from Monday on. */
export type WeekStart = 'today' | 'monday';

interface WeekOptions {
  from?: WeekStart;
  /** Times that have an outcome, such as skipped ones, by `toldKey`: they don't come anymore. */
  told?: ReadonlySet<string>;
}

export const toldKey = (scheduledJobId: number, atMs: number): string => `${scheduledJobId} ${atMs}`;

/**
 * A week of some jobs, by days of a time zone, with their coming times. What fires more often than a dozen times a day is
 * not compared with others: it fires together with everything. Paused jobs have no coming times.
 */
export function weekOf<Job extends PlannedJob>(
  jobs: readonly Job[],
  zone: string,
  nowMs: number,
  { from = 'today', told = new Set() }: WeekOptions = {},
): Week<Job> {
  const today = Math.floor(wallAt(zone, nowMs) / DAY_MS) * DAY_MS;
  const start = from === 'today' ? today : today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const daysMs = Array.from({ length: 8 }, (_, day) => instantOf(zone, start + day * DAY_MS));
  const weeks = jobs.map((job) => ({ job, days: daysOf(job, daysMs, nowMs, told) }));
  const byTime = new Map<number, string[]>();
  for (const { job, days } of weeks) {
    for (const { timesMs, isMany } of days) {
      if (isMany) continue;
      for (const at of timesMs) byTime.set(at, [...(byTime.get(at) ?? []), job.name]);
    }
  }
  const together = [...byTime]
    .filter(([, names]) => names.length > 1)
    .sort(([a], [b]) => a - b)
    .slice(0, MOST_TOGETHER)
    .map(([atMs, names]) => ({ atMs, names }));
  return { daysMs, jobs: weeks, together };
}

function daysOf(
  job: PlannedJob,
  daysMs: readonly number[],
  nowMs: number,
  told: ReadonlySet<string>,
): JobWeek<PlannedJob>['days'] {
  const parsed = parseCron(job.cronExpression);
  return daysMs.slice(0, 7).map((dayMs, day) => {
    const endMs = daysMs[day + 1] ?? dayMs + DAY_MS;
    const timesMs: number[] = [];
    if (!parsed.ok || !job.isEnabled) return { timesMs, isMany: false };
    let last = Math.max(dayMs - 1, nowMs);
    while (timesMs.length <= MOST_DOTS) {
      last = nextTime(parsed.cron, job.cronTimezone, last);
      if (last >= endMs) return { timesMs, isMany: false };
      if (!told.has(toldKey(job.scheduledJobId, last))) timesMs.push(last);
    }
    return { timesMs, isMany: true };
  });
}
