'use client';

import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { parseCron } from '@/lib/schedules/cron-expression';
import { nextTimes } from '@/lib/schedules/firing-times';
import { hasOtherZone, timeIn, untilText } from '../job-words';
import { type Job, useSkipNextTime } from '../use-jobs';
import { useReaderZone } from '../use-reader-zone';
import styles from './schedule-editor.module.css';

const SHOWN = 3;

/** The next times of a job, the first of which can be skipped. Nothing while it doesn't run. */
export function ComingRuns({ job }: { job: Job }) {
  const skip = useSkipNextTime(job);
  const readerZone = useReaderZone();
  const { nextRunAt: time, cronExpression, cronTimezone } = job;
  const { nowMs, times } = useMemo(() => {
    const parsed = parseCron(cronExpression);
    const nextMs = time === null ? null : Date.parse(time);
    const others =
      nextMs === null || !parsed.ok ? [] : nextTimes(parsed.cron, cronTimezone, nextMs, SHOWN - 1);
    return { nowMs: Date.now(), times: nextMs === null ? [] : [nextMs, ...others] };
  }, [time, cronExpression, cronTimezone]);
  if (time === null) return null;
  return (
    <section aria-label="Next runs">
      <div className={styles.top}>
        <h3 className={styles.heading}>
          Next runs {hasOtherZone(job, readerZone) && <span className={styles.quiet}>in your time zone</span>}
        </h3>
        <Button
          variant="subtle"
          size="compact-xs"
          loading={skip.isPending}
          onClick={() => skip.mutate({ time })}
        >
          Skip the next one
        </Button>
      </div>
      <ol className={styles.times}>
        {times.map((atMs, index) => (
          <li key={atMs}>
            <span className={styles.time}>{timeIn(readerZone ?? cronTimezone, atMs)}</span>
            {index === 0 && <span className={styles.quiet}>{untilText(atMs, nowMs)}</span>}
          </li>
        ))}
      </ol>
      {skip.error !== null && <ErrorNotice error={skip.error} />}
    </section>
  );
}
