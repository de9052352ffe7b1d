'use client';

import { useMemo } from 'react';
import type { CronExpression } from '@/lib/schedules/cron-expression';
import { dayOffAt, dayOffWords } from '@/lib/schedules/days-off';
import { nextTimes } from '@/lib/schedules/firing-times';
import { zoneLabel } from '@/lib/schedules/time-zones';
import { offsetText } from '@/lib/schedules/wall-clock';
import type { JobSettings } from '../job/use-job-settings';
import { hasOtherZone, timeIn, untilText } from '../job-words';
import { useReaderZone } from '../use-reader-zone';
import styles from './schedule-editor.module.css';

const SHOWN = 10;

interface NextTimesProps {
  cron: CronExpression;
  zone: string;
  /** Times that someone skipped. */
  skippedTimes?: readonly string[];
  /** Those that the job leaves out. */
  daysOff: JobSettings['daysOff'];
}

/** The next times of a schedule, by the reader's clocks, and where those of the schedule's time zone change. */
export function NextTimes({ cron, zone, skippedTimes = [], daysOff }: NextTimesProps) {
  const { nowMs, times } = useMemo(() => {
    const now = Date.now();
    return { nowMs: now, times: nextTimes(cron, zone, now, SHOWN) };
  }, [cron, zone]);
  const skippedMs = new Set(skippedTimes.map((time) => Date.parse(time)));
  const nextMs = times.find((atMs) => !skippedMs.has(atMs) && dayOffAt(daysOff, zone, atMs) === null);
  const readerZone = useReaderZone();
  const isOther = hasOtherZone({ cronTimezone: zone }, readerZone);
  return (
    <section aria-label="Next runs">
      <h3 className={styles.heading}>
        Next runs {isOther && <span className={styles.quiet}>in your time zone</span>}
      </h3>
      <ol className={styles.times}>
        {times.map((atMs, index) => {
          const isSkipped = skippedMs.has(atMs);
          const dayOff = dayOffAt(daysOff, zone, atMs);
          const offset = offsetText(zone, atMs);
          const before = times[index - 1];
          const isChanged = before !== undefined && offsetText(zone, before) !== offset;
          return (
            <li key={atMs} data-skipped={isSkipped || dayOff !== null || undefined}>
              <span className={styles.time}>{timeIn(readerZone ?? zone, atMs)}</span>
              {isSkipped && <span className={styles.quiet}>Skipped</span>}
              {dayOff !== null && <span className={styles.quiet}>{dayOffWords(dayOff)}</span>}
              {atMs === nextMs && <span className={styles.quiet}>{untilText(atMs, nowMs)}</span>}
              {isChanged && <span className={styles.changed}>Clocks change in {zoneLabel(zone)}</span>}
              {index === 0 && !isOther && <span className={styles.quiet}>{offset}</span>}
            </li>
          );
        })}
      </ol>
      {changesClocks(zone, nowMs) && (
        <p className={styles.rule}>
          When clocks move forward, a run that is due in the skipped hour starts right after it. When they
          move back, a run that is due in the repeated hour runs once.
        </p>
      )}
    </section>
  );
}

const MONTH_MS = 30 * 24 * 3_600_000;

/** Whether a zone has another offset within a year: most of the world's zones never do. */
function changesClocks(zone: string, nowMs: number): boolean {
  const now = offsetText(zone, nowMs);
  return Array.from({ length: 12 }, (_, month) => nowMs + (month + 1) * MONTH_MS).some(
    (atMs) => offsetText(zone, atMs) !== now,
  );
}
