'use client';

import { useQuery } from '@tanstack/react-query';
import { RunValues } from '@/components/result-view/facts/run-values';
import { LinkButton } from '@/components/ui/layout/link-button';
import { LinesSkeleton } from '@/components/ui/loading/lines-skeleton';
import { panelAddress } from '@/components/ui/panels/panel-kinds';
import { paths } from '@/lib/base/paths';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';
import styles from './audit-list.module.css';

interface AuditRunProps {
  org: { orgId: string; slug: string };
  runId: number;
}

/** The run of an event: its values as the history shows them, and a link to it there. */
export function AuditRun({ org, runId }: AuditRunProps) {
  const input = { params: { orgId: org.orgId, runId } };
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
      <LinkButton
        variant="default"
        size="compact-sm"
        href={`${paths.history(org.slug)}?panel=${panelAddress({ kind: 'run', runId })}`}
      >
        Look at run {runId}
      </LinkButton>
    </div>
  );
}
