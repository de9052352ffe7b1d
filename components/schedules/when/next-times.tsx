'use client';

import { useMemo } from 'react';
import type { CronExpression } from '@/lib/schedules/cron-expression';
import { nextTimes } from '@/lib/schedules/firing-times';
import { offsetText } from '@/lib/schedules/wall-clock';
import { timeIn, untilText } from '../job-words';
import styles from './schedule-editor.module.css';

const SHOWN = 10;

/** The next times of a schedule, each with its offset: where that changes, the clocks do. */
export function NextTimes({ cron, zone }: { cron: CronExpression; zone: string }) {
  const { nowMs, times } = useMemo(() => {
    const now = Date.now();
    return { nowMs: now, times: nextTimes(cron, zone, now, SHOWN) };
  }, [cron, zone]);
  return (
    <section aria-label="Next runs">
      <h3 className={styles.heading}>Next runs</h3>
      <ol className={styles.times}>
        {times.map((atMs, index) => {
          const offset = offsetText(zone, atMs);
          const before = times[index - 1];
          const isChanged = before !== undefined && offsetText(zone, before) !== offset;
          return (
            <li key={atMs}>
              <span className={styles.time}>{timeIn(zone, atMs)}</span>
              {index === 0 && <span className={styles.quiet}>{untilText(atMs, nowMs)}</span>}
              <span className={isChanged ? styles.changed : styles.quiet}>{offset}</span>
            </li>
          );
        })}
      </ol>
      {changesClocks(zone, nowMs) && (
        <p className={styles.rule}>
          Clocks change in this time zone. A run in the hour that they skip starts at the change; one in the
          hour that they repeat runs once.
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
