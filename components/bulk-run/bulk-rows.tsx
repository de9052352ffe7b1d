'use client';

import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { BulkProgress } from '@/components/run-stream/run-stream';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusPill } from '@/components/ui/feedback/status-pill';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { type bulkRow, listBulkRows } from '@/lib/contract/runs/bulk';
import { formatCount } from '@/lib/results/table/row-counts';
import { summarizeValues } from '@/lib/results/values-summary';
import { formatDuration, runDurationMs } from '@/lib/runs/duration';
import { statusLabel } from '@/lib/runs/run-status';
import { failedRows } from './bulk-bar';
import styles from './bulk-rows.module.css';
import type { BulkRunId } from './use-bulk-run';

type Row = z.output<typeof bulkRow>;
type State = 'all' | 'failed' | 'running' | 'success' | 'waiting';

const A_PAGE = 100;
const FRESHEN_MS = 3_000;

interface BulkRowsProps {
  bulk: BulkRunId;
  orgSlug: string;
  progress: BulkProgress;
}

/** The rows of a bulk run: failed ones first, each with its reason and its result a click away. */
export function BulkRows({ bulk, orgSlug, progress }: BulkRowsProps) {
  const [state, setState] = useState<State>('all');
  const rows = useRows(bulk, state, progress.endedAt !== null);
  return (
    <>
      <SegmentedControl
        aria-label="Rows to show"
        className={styles.states}
        value={state}
        onChange={(chosen) => setState(chosen as State)}
        data={[
          { value: 'all', label: `All ${formatCount(progress.total)}` },
          { value: 'failed', label: `Failed ${formatCount(failedRows(progress) + progress.canceled)}` },
          { value: 'running', label: `Running ${formatCount(progress.running)}` },
          { value: 'success', label: `Succeeded ${formatCount(progress.success)}` },
          { value: 'waiting', label: `Waiting ${formatCount(progress.waiting)}` },
        ]}
      />
      <QueryState
        query={rows}
        loading={<Skeleton height={240} radius="md" />}
        isEmpty={({ pages }) => (pages[0]?.length ?? 0) === 0}
        empty={<p className={styles.none}>No rows in this state.</p>}
      >
        {({ pages }) => (
          <>
            <table className={styles.table} aria-label="Rows of the bulk run">
              <thead>
                <tr>
                  <th scope="col">Status</th>
                  <th scope="col">Row</th>
                  <th scope="col">Values</th>
                  <th scope="col">Reason</th>
                  <th scope="col">Took</th>
                </tr>
              </thead>
              <tbody>
                {pages.flat().map((row) => (
                  <BulkRow key={row.runId} row={row} href={builderOf(orgSlug, bulk.commandId, row.runId)} />
                ))}
              </tbody>
            </table>
            {rows.hasNextPage && (
              <Button
                variant="default"
                loading={rows.isFetchingNextPage}
                onClick={() => void rows.fetchNextPage()}
              >
                Show {A_PAGE} more
              </Button>
            )}
          </>
        )}
      </QueryState>
    </>
  );
}

/** The builder with the row's values filled in and its result open, by the documented parameters. */
const builderOf = (orgSlug: string, commandId: number, runId: number): string =>
  `${paths.builder(orgSlug, commandId)}&injectParamsFrom=${runId}#run-${runId}`;

function useRows({ orgId, commandId, runId }: BulkRunId, state: State, hasEnded: boolean) {
  return useInfiniteQuery({
    queryKey: [listBulkRows.id, orgId, runId, state, hasEnded],
    queryFn: ({ signal, pageParam }) =>
      callApi(
        listBulkRows,
        {
          params: { orgId, kitId: commandId, runId },
          query: { ...(state === 'all' ? {} : { state }), page: pageParam, per_page: A_PAGE },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < A_PAGE ? undefined : pages.length),
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : FRESHEN_MS,
  });
}

function BulkRow({ row, href }: { row: Row; href: string }) {
  const values =
    row.params === null ? '' : summarizeValues(row.params, new Map(Object.entries(row.valueNames)));
  const tookMs = runDurationMs(row);
  const status =
    row.status === 'starting'
      ? ({ tone: 'none', word: 'Waiting' } as const)
      : statusLabel(row.status, row.endReason);
  return (
    <tr>
      <td>
        <StatusPill {...status} />
      </td>
      <td className={styles.number}>{formatCount(row.row)}</td>
      <td className={styles.values} title={values} dir="auto">
        {values}
      </td>
      <td className={styles.reason} title={row.message ?? undefined}>
        {row.message}
      </td>
      <td className={styles.number}>
        {tookMs === null ? '–' : formatDuration(tookMs)}
        <a
          className={styles.open}
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open row ${formatCount(row.row)} in a new tab`}
        >
          <IconExternalLink size={14} stroke={1.75} aria-hidden />
        </a>
      </td>
    </tr>
  );
}
