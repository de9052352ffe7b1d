'use client';

import { SegmentedControl } from '@mantine/core';
import { useMemo, useState } from 'react';
import { zoneLabel } from '@/lib/schedules/time-zones';
import { wallAt } from '@/lib/schedules/wall-clock';
import { type JobWeek, toldKey, type Week, type WeekStart, weekOf } from '@/lib/schedules/week';
import { timeIn } from '../job-words';
import { type Firings, type ListedJob, useFirings } from '../use-jobs';
import { useReaderZone } from '../use-reader-zone';
import styles from './week-calendar.module.css';

/** More rows than this would hide the list below; the next to fire come first. */
const ROWS = 8;
const TOGETHER_SHOWN = 5;

const STARTS = [
  { value: 'today', label: 'Next 7 days' },
  { value: 'monday', label: 'This week' },
] as const;

/** A week of jobs: a column for each day (a row where there is no room for seven), a row for each job, what came of past times, and what fires together. */
export function WeekCalendar({ orgId, jobs }: { orgId: string; jobs: readonly ListedJob[] }) {
  const zone = useReaderZone();
  const [from, setFrom] = useState<WeekStart>('today');
  const firings = useFirings(
    orgId,
    jobs.slice(0, ROWS).map(({ scheduledJobId }) => scheduledJobId),
    zone,
  );
  const week = useMemo(() => {
    const told = new Set(
      (firings.data ?? []).flatMap(({ scheduledJobId, times }) =>
        times.map(({ at }) => toldKey(scheduledJobId, Date.parse(at))),
      ),
    );
    return zone === null ? null : weekOf(jobs, zone, Date.now(), { from, told });
  }, [jobs, zone, from, firings.data]);
  if (week === null || zone === null) return null;
  const days = daysOf(week, zone);
  const shown = (firings.data ?? []).filter(({ date }) => days.some((day) => day.date === date));
  // A paused job has a row only for what it did.
  const rows = week.jobs
    .slice(0, ROWS)
    .filter(
      ({ job }) => job.isEnabled || shown.some(({ scheduledJobId }) => scheduledJobId === job.scheduledJobId),
    );
  if (rows.length === 0) return null;
  const label = from === 'today' ? 'The coming week' : 'This week';
  return (
    <section className={styles.card} aria-label={label}>
      <div className={styles.top}>
        <strong>{label}</strong> <span className={styles.quiet}>Hours in {zoneLabel(zone)}</span>
        {jobs.length > ROWS && <span className={styles.quiet}>Showing the first {ROWS} jobs</span>}
        <SegmentedControl
          className={styles.starts}
          size="xs"
          aria-label="Which week"
          data={[...STARTS]}
          value={from}
          onChange={(value) => setFrom(value === 'monday' ? 'monday' : 'today')}
        />
      </div>
      <div className={styles.width}>
        <div className={styles.days} aria-hidden>
          {days.map((day, index) => (
            <Day
              key={day.startMs}
              day={day}
              week={week}
              rows={rows}
              index={index}
              zone={zone}
              firings={shown.filter(({ date }) => date === day.date)}
            />
          ))}
        </div>
      </div>
      <SoFar firings={shown} />
      <Together week={week} zone={zone} />
    </section>
  );
}

interface ShownDay {
  startMs: number;
  endMs: number;
  /** By the reader's calendar: `2026-11-23`. */
  date: string;
  isToday: boolean;
}

function daysOf({ daysMs }: Week<ListedJob>, zone: string): ShownDay[] {
  const dateOf = (atMs: number) => new Date(wallAt(zone, atMs)).toISOString().slice(0, 10);
  const today = dateOf(Date.now());
  return daysMs.slice(0, 7).map((startMs, index) => {
    const date = dateOf(startMs);
    return { startMs, endMs: daysMs[index + 1] ?? startMs + 1, date, isToday: date === today };
  });
}

interface DayProps {
  day: ShownDay;
  week: Week<ListedJob>;
  rows: readonly JobWeek<ListedJob>[];
  index: number;
  zone: string;
  firings: readonly Firings[];
}

/** How many of them someone skipped ahead. */
const skippedAhead = ({ times }: Firings): number =>
  times.filter(({ at, outcome }) => outcome === 'called_off' && Date.parse(at) > Date.now()).length;

const endedIn = (firings: Firings): number => {
  const { succeeded, failed, calledOff, running } = firings;
  return succeeded + failed + calledOff + running - skippedAhead(firings);
};

function Day({ day, week, rows, index, zone, firings }: DayProps) {
  const { startMs, endMs, isToday } = day;
  const part = (which: Intl.DateTimeFormatOptions) =>
    new Date(startMs).toLocaleDateString('en-US', { timeZone: zone, ...which });
  const name = isToday ? 'Today' : part({ weekday: 'short' });
  const coming = week.jobs.reduce((sum, { days }) => sum + (days[index]?.timesMs.length ?? 0), 0);
  const past = firings.reduce((sum, each) => sum + endedIn(each), 0);
  const isMore = week.jobs.some((each) => each.days[index]?.isMany);
  return (
    <div className={styles.day} data-today={isToday || undefined}>
      <p className={styles.dayHead}>
        <span>
          {name} {part({ day: 'numeric' })}
        </span>
        {coming + past > 0 && (
          <span className={styles.quiet}>
            {coming + past}
            {isMore ? '+' : ''}
          </span>
        )}
      </p>
      {rows.map(({ job, days }) => {
        const { timesMs = [], isMany = false } = days[index] ?? {};
        const [firstMs] = timesMs;
        const own = firings.find(({ scheduledJobId }) => scheduledJobId === job.scheduledJobId);
        return (
          <div key={job.scheduledJobId} className={styles.row} title={job.name}>
            {own?.times.map(({ at: time, outcome }) => (
              <span
                key={time}
                className={styles.dot}
                data-outcome={outcome}
                style={{ left: at(Date.parse(time), startMs, endMs) }}
                title={`${job.name}, ${timeIn(zone, Date.parse(time))}: ${OUTCOMES[outcome]}`}
              />
            ))}
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
        <span>12 AM</span>
        <span>Noon</span>
        <span>12 AM</span>
      </p>
    </div>
  );
}

const OUTCOMES = {
  succeeded: 'succeeded',
  failed: 'failed',
  called_off: 'skipped',
  running: 'running',
} as const;

const at = (timeMs: number, startMs: number, endMs: number): string =>
  `${((timeMs - startMs) / (endMs - startMs)) * 100}%`;

/** In words, what came of the times that are drawn. */
function SoFar({ firings }: { firings: readonly Firings[] }) {
  if (firings.length === 0) return null;
  const sum = (key: 'succeeded' | 'failed' | 'calledOff' | 'running') =>
    firings.reduce((total, each) => total + each[key], 0);
  const skipped = sum('calledOff') - firings.reduce((total, each) => total + skippedAhead(each), 0);
  const parts = [
    `${sum('succeeded')} succeeded`,
    `${sum('failed')} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(sum('running') > 0 ? [`${sum('running')} running`] : []),
  ];
  return <p className={styles.foot}>So far: {parts.join(', ')}.</p>;
}

/** In words, what the dots show only by standing above each other. */
function Together({ week, zone }: { week: Week<ListedJob>; zone: string }) {
  const { together } = week;
  if (together.length === 0) return null;
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
