'use client';

import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { Moment } from '@/components/ui/text/moment';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import { countRows } from '@/lib/results/table/row-counts';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { summaryLabel } from '@/lib/runs/run-status';
import styles from '../jobs.module.css';
import type { Job } from '../use-jobs';
import { LastRuns } from './last-runs';

const SHOWN = 5;
const REFRESH_MS = 15_000;

/** The last runs of a job, each with its result, and the way to all of them. */
export function RecentRuns({ job, orgSlug }: { job: Job; orgSlug: string }) {
  const filter = `cron_job_id:${job.scheduledJobId}`;
  const input = { params: { orgId: job.orgId }, query: { filter: [filter], per_page: SHOWN } };
  const runs = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <section aria-label="Last runs">
      <div className={styles.sectionTop}>
        <h3 className={styles.heading}>Last runs</h3>
        {job.lastRuns.length > 0 && <LastRuns runs={job.lastRuns} />}
        <Link className={styles.all} href={`${paths.history(orgSlug)}?filter=${filter}`}>
          All runs
        </Link>
      </div>
      <QueryState
        query={runs}
        loading={<RowSkeletons />}
        isEmpty={(found) => found.length === 0}
        empty={<EmptyLine>Not run yet. Its runs are listed here, each with its result.</EmptyLine>}
      >
        {(found) => (
          <ul className={styles.list} aria-label="Last runs">
            {found.map((run) => {
              const tookMs = runDurationMs(run);
              return (
                <li key={run.runId} className={styles.run}>
                  <StatusPill {...summaryLabel(run)} />
                  <Link href={paths.run(orgSlug, run.commandId, run.runId)} prefetch={false}>
                    <Moment at={run.startedAt ?? run.createdAt} as="ago" />
                  </Link>
                  <span>{run.totalRows === null ? '' : countRows(run.totalRows)}</span>
                  <span className={styles.took}>{tookMs === null ? '' : formatDuration(tookMs)}</span>
                </li>
              );
            })}
          </ul>
        )}
      </QueryState>
    </section>
  );
}

function RowSkeletons() {
  return (
    <div className={styles.waiting} aria-hidden>
      {['62%', '56%', '60%'].map((width) => (
        <Skeleton key={width} height={12} width={width} radius="xs" />
      ))}
    </div>
  );
}
