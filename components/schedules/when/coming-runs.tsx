'use client';

import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { parseCron } from '@/lib/schedules/cron-expression';
import { dayOffAt, dayOffWords } from '@/lib/schedules/days-off';
import { nextTimes } from '@/lib/schedules/firing-times';
import { DAYS_OFF } from '@/lib/schedules/job-address';
import { useJobSettings } from '../job/use-job-settings';
import { hasOtherZone, timeIn, untilText } from '../job-words';
import { type Job, useSkipTime } from '../use-jobs';
import { useReaderZone } from '../use-reader-zone';
import styles from './schedule-editor.module.css';

const SHOWN = 3;
/** Two weeks of a job that runs every workday. */
const MORE_SHOWN = 10;

/** The next times of a job, each of which can be skipped. Nothing while it doesn't run. */
export function ComingRuns({ job }: { job: Job }) {
  const panels = useSidePanels();
  const isAdmin = usePanelPage()?.isAdmin === true;
  const skip = useSkipTime(job);
  const readerZone = useReaderZone();
  const [count, setCount] = useState(SHOWN);
  const { nextRunAt: next, cronExpression, cronTimezone } = job;
  const settings = useJobSettings(job.orgId);
  const daysOff = job.skipsDaysOff ? (settings.data?.daysOff ?? []) : [];
  const skippedMs = useMemo(() => new Set(job.skippedTimes.map((time) => Date.parse(time))), [job]);
  const { nowMs, times } = useMemo(() => {
    const parsed = parseCron(cronExpression);
    if (next === null || !parsed.ok) return { nowMs: Date.now(), times: [] };
    const nextMs = Date.parse(next);
    // A skipped time may come before the next run.
    const fromMs = Math.min(nextMs, ...skippedMs);
    const others = nextTimes(parsed.cron, cronTimezone, fromMs - 1, count);
    return { nowMs: Date.now(), times: others.filter((atMs) => atMs >= nextMs || skippedMs.has(atMs)) };
  }, [next, cronExpression, cronTimezone, skippedMs, count]);
  if (times.length === 0) return null;
  const nextMs = times.find((atMs) => !skippedMs.has(atMs) && dayOffAt(daysOff, cronTimezone, atMs) === null);
  return (
    <section aria-label="Next runs">
      <h3 className={styles.heading}>
        Next runs {hasOtherZone(job, readerZone) && <span className={styles.quiet}>in your time zone</span>}
      </h3>
      <ol className={styles.times}>
        {times.map((atMs) => {
          const shown = timeIn(readerZone ?? cronTimezone, atMs);
          const isSkipped = skippedMs.has(atMs);
          const dayOff = dayOffAt(daysOff, cronTimezone, atMs);
          return (
            <li key={atMs} data-skipped={isSkipped || dayOff !== null || undefined}>
              <span className={styles.time}>{shown}</span>
              {atMs === nextMs && <span className={styles.quiet}>{untilText(atMs, nowMs)}</span>}
              {isSkipped && <span className={styles.quiet}>Skipped</span>}
              {dayOff !== null && <span className={styles.quiet}>{dayOffWords(dayOff)}</span>}
              {dayOff === null && (
                <Button
                  variant="subtle"
                  size="compact-xs"
                  aria-label={isSkipped ? `Run at ${shown} after all` : `Skip ${shown}`}
                  disabled={skip.isPending}
                  onClick={() => skip.mutate({ time: new Date(atMs).toISOString(), isSkipped: !isSkipped })}
                >
                  {isSkipped ? 'Undo' : 'Skip'}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      <div className={styles.more}>
        {count === SHOWN && (
          <Button variant="subtle" size="compact-xs" onClick={() => setCount(MORE_SHOWN)}>
            Show more times
          </Button>
        )}
        {isAdmin && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => panels.push({ kind: 'job', job: DAYS_OFF })}
          >
            Days off for holidays
          </Button>
        )}
      </div>
      {skip.error !== null && <ErrorNotice error={skip.error} />}
    </section>
  );
}
