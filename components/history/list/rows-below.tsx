'use client';

import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from '@/components/ui/feedback/error-notice';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import { formatCount } from '@/lib/results/table/row-counts';
import { hasEnded } from '@/lib/runs/run-status';
import { autoRunsWait } from '../run/describe-run';
import type { RunSummary } from '../use-history';
import { useHistoryAddress } from '../use-history-address';
import styles from './run-row.module.css';

/** More rows have a list of their own. */
const SHOWN = 25;
const POLL_MS = 3_500;

interface RowsBelowProps {
  parent: RunSummary;
  columnCount: number;
  children: (run: RunSummary) => ReactNode;
}

/** The first rows of a bulk run, or what a scheduled run led to, below it, and the way to all of them. */
export function RowsBelow({ parent, columnCount, children }: RowsBelowProps) {
  const { change } = useHistoryAddress();
  const filter = [`${parent.isBulkParent ? 'bulk_parent_id' : 'auto_run_parent_id'}:${parent.runId}`];
  const input = {
    params: { orgId: parent.orgId },
    query: { filter, sort: 'start_time', per_page: SHOWN },
  };
  const rows = useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    refetchInterval: hasEnded(parent.status) ? false : POLL_MS,
  });
  const line = (content: ReactNode) => (
    <tr>
      <td className={styles.below} colSpan={columnCount}>
        {content}
      </td>
    </tr>
  );
  const waiting = autoRunsWait(parent);
  if (rows.isPending) return line(<Loader size={16} aria-label="Loading the rows" />);
  if (rows.isError) return line(<ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />);
  return (
    <>
      {rows.data.map(children)}
      {waiting !== null && line(waiting)}
      {(parent.bulkRows ?? 0) > SHOWN &&
        line(
          <Button variant="subtle" size="compact-sm" onClick={() => change.filter({ filter })}>
            All {formatCount(parent.bulkRows ?? 0)} rows
          </Button>,
        )}
    </>
  );
}
