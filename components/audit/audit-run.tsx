'use client';

import { useQuery } from '@tanstack/react-query';
import { RunValues } from '@/components/result-view/facts/run-values';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import styles from './audit-list.module.css';

interface AuditRunProps {
  orgId: string;
  runId: number;
}

/** The values of an event's run, as the history shows them. */
export function AuditRun({ orgId, runId }: AuditRunProps) {
  const input = { params: { orgId, runId } };
  const { data: run, error } = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
  });
  if (error !== null) {
    const isGone = error instanceof ApiError && error.status === 404;
    return (
      <p className={styles.nothing}>
        {isGone ? `Run ${runId} can't be shown: its command was deleted.` : error.message}
      </p>
    );
  }
  if (run === undefined) return <LinesSkeleton lines={3} />;
  return (
    <div className={styles.run}>
      <RunValues params={run.params} names={new Map(Object.entries(run.valueNames))} />
    </div>
  );
}
