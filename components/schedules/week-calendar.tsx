'use client';

import { useMemo, useSyncExternalStore } from 'react';
import { zoneLabel } from '@/lib/schedules/time-zones';
import { type JobWeek, type Week, weekOf } from '@/lib/schedules/week';
import { timeIn } from './job-words';
import type { ListedJob } from './use-jobs';
import styles from './week-calendar.module.css';

/** More rows than this would hide the list below; the next to fire come first. */
const ROWS = 8;
const TOGETHER_SHOWN = 5;

const never = () => () => {};

/** The coming week of jobs: a column for each day, a row for each job, and what fires at the same minute. */
export function WeekCalendar({ jobs }: { jobs: readonly ListedJob[] }) {
  // The server doesn't know the reader's zone, or when the page is shown.
  const zone = useSyncExternalStore(
    never,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => null,
  );
  const week = useMemo(() => (zone === null ? null : weekOf(jobs, zone, Date.now())), [jobs, zone]);
  if (week === null || zone === null || week.jobs.length === 0) return null;
  const rows = week.jobs.slice(0, ROWS);
  const more = week.jobs.length - rows.length;
  return (
    <section className={styles.card} aria-label="The coming week">
      <p className={styles.top}>
        <strong>The coming week</strong> <span className={styles.quiet}>Hours in {zoneLabel(zone)}</span>
        {more > 0 && <span className={styles.quiet}>The first {ROWS} jobs are drawn</span>}
      </p>
      <div className={styles.scroll}>
        <div className={styles.days} aria-hidden>
          {week.daysMs.slice(0, 7).map((dayMs, day) => (
            <Day key={dayMs} week={week} rows={rows} day={day} zone={zone} />
          ))}
        </div>
      </div>
      <Together week={week} zone={zone} />
    </section>
  );
}

interface DayProps {
  week: Week<ListedJob>;
  rows: readonly JobWeek<ListedJob>[];
  day: number;
  zone: string;
}

function Day({ week, rows, day, zone }: DayProps) {
  const [startMs = 0, endMs = 1] = [week.daysMs[day], week.daysMs[day + 1]];
  const part = (which: Intl.DateTimeFormatOptions) =>
    new Date(startMs).toLocaleDateString('en-US', { timeZone: zone, ...which });
  const name = day === 0 ? 'Today' : part({ weekday: 'short' });
  const count = week.jobs.reduce((sum, each) => sum + (each.days[day]?.timesMs.length ?? 0), 0);
  const isMore = week.jobs.some((each) => each.days[day]?.isMany);
  return (
    <div className={styles.day} data-today={day === 0 || undefined}>
      <p className={styles.dayHead}>
        <span>
          {name} {part({ day: 'numeric' })}
        </span>
        <span className={styles.quiet}>
          {count}
          {isMore ? '+' : ''}
        </span>
      </p>
      {rows.map(({ job, days }) => {
        const { timesMs = [], isMany = false } = days[day] ?? {};
        const [firstMs] = timesMs;
        return (
          <div key={job.scheduledJobId} className={styles.row} title={job.name}>
            {isMany && firstMs !== undefined && (
              <span className={styles.many} style={{ left: at(firstMs, startMs, endMs) }} />
            )}
            {!isMany &&
              timesMs.map((timeMs) => (
                <span
                  key={timeMs}
                  className={styles.dot}
                  style={{ left: at(timeMs, startMs, endMs) }}
                  title={`${job.name}, ${timeIn(zone, timeMs)}`}
                />
              ))}
          </div>
        );
      })}
      <p className={styles.hours}>
        <span>0</span>
        <span>12</span>
        <span>24</span>
      </p>
    </div>
  );
}

const at = (timeMs: number, startMs: number, endMs: number): string =>
  `${((timeMs - startMs) / (endMs - startMs)) * 100}%`;

/** In words, what the dots show only by standing above each other. */
function Together({ week, zone }: { week: Week<ListedJob>; zone: string }) {
  const { together } = week;
  if (together.length === 0)
    return (
      <p className={styles.foot}>
        Apart from jobs that fire many times a day, no two fire at the same minute.
      </p>
    );
  const more = together.length - TOGETHER_SHOWN;
  return (
    <div className={styles.foot}>
      <p>At the same minute:</p>
      <ul>
        {together.slice(0, TOGETHER_SHOWN).map(({ atMs, names }) => (
          <li key={atMs}>
            {timeIn(zone, atMs)}: {names.slice(0, 4).join(', ')}
            {names.length > 4 && `, and ${names.length - 4} more`}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more} more times.</p>}
    </div>
  );
}
