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
      <p className={styles.rule}>
        When clocks go forward, a time that they skip runs at the moment of the change. When they go back, a
        time that they show twice runs once.
      </p>
    </section>
  );
}
