'use client';

import { Button, SegmentedControl } from '@mantine/core';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { BulkProgress } from '@/components/run-stream/run-stream';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { SortHeading } from '@/components/ui/table/sort-heading';
import { callApi } from '@/lib/client/api-client';
import { type BulkRowOrder, type BulkRowState, listBulkRows } from '@/lib/contract/runs/bulk';
import { formatCount } from '@/lib/results/table/row-counts';
import { failedRows } from './bulk-bar';
import { BulkErrors } from './bulk-errors';
import { BulkRow, builderOf, inputsOf, resultOf } from './bulk-row';
import styles from './bulk-rows.module.css';
import type { BulkRunId } from './use-bulk-run';

type State = 'all' | BulkRowState;

const A_PAGE = 100;
const IN_ORDER: Sorting = { by: 'row', isDescending: false };
const FRESHEN_MS = 3_000;

interface BulkRowsProps {
  bulk: BulkRunId;
  orgSlug: string;
  progress: BulkProgress;
}

interface Sorting {
  by: BulkRowOrder;
  isDescending: boolean;
}

/**
 * The rows of a bulk run. While it is in progress, failed ones are first; once it has ended, they are in the order they
 * were given in. Each has its reason or the first of its result, and all of it a click away.
 */
export function BulkRows({ bulk, orgSlug, progress }: BulkRowsProps) {
  const [state, setState] = useState<State>('all');
  const [chosen, setChosen] = useState<Sorting | null>(null);
  const hasEnded = progress.endedAt !== null;
  const sorting = chosen ?? (hasEnded ? IN_ORDER : null);
  const rows = useRows(bulk, state, sorting, hasEnded);
  const hasReasons = progress.failure > 0;
  // Rows that failed have an error in its place, which then takes the width.
  const hasResults = !hasReasons || rows.data?.pages.flat().some((row) => resultOf(row) !== '') !== false;
  const inputs = useMemo(() => inputsOf(rows.data?.pages.flat() ?? []), [rows.data]);
  const heading = (by: BulkRowOrder, name: string) => {
    const isSorted = sorting?.by === by;
    // Until the sorted rows are there, those before them stand in their own order.
    const isShown = isSorted && !rows.isPlaceholderData;
    const isDescending = isSorted && sorting.isDescending;
    return (
      <SortHeading
        name={name}
        sorted={isShown ? (isDescending ? 'descending' : 'ascending') : null}
        onSort={() => setChosen({ by, isDescending: isSorted && !isDescending })}
      />
    );
  };
  return (
    <>
      {failedRows(progress) > 1 && <BulkErrors bulk={bulk} hasEnded={hasEnded} />}
      {/* Once all rows have ended in the same way, there is nothing to choose. */}
      {!(
        hasEnded && [progress.success, failedRows(progress), progress.canceled].includes(progress.total)
      ) && (
        <SegmentedControl
          aria-label="Rows to show"
          className={styles.states}
          value={state}
          onChange={(chosen) => setState(chosen as State)}
          data={statesOf(progress)}
        />
      )}
      <QueryState
        query={rows}
        loading={<ListSkeleton rows={4} />}
        isEmpty={({ pages }) => (pages[0]?.length ?? 0) === 0}
        empty={<EmptyLine>No rows in this state.</EmptyLine>}
      >
        {({ pages }) => (
          <>
            <table className={styles.table} aria-label="Rows of the bulk run">
              <thead>
                <tr>
                  {heading('row', 'Row')}
                  {heading('status', 'Status')}
                  {inputs === null ? (
                    <th scope="col">Values</th>
                  ) : (
                    inputs.map(({ key, name }) => (
                      <th key={key} scope="col">
                        {name}
                      </th>
                    ))
                  )}
                  {hasResults && <th scope="col">Result</th>}
                  {hasReasons && (
                    <th scope="col" className={styles.error}>
                      Error
                    </th>
                  )}
                  {heading('took', 'Took')}
                </tr>
              </thead>
              <tbody>
                {pages.flat().map((row) => (
                  <BulkRow
                    key={row.runId}
                    row={row}
                    inputs={inputs}
                    hasResults={hasResults}
                    hasReasons={hasReasons}
                    href={builderOf(orgSlug, bulk.commandId, row.runId)}
                  />
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

/** Nothing runs or waits once all has ended; a state that few have is offered where some do. */
function statesOf(progress: BulkProgress): { value: State; label: string }[] {
  const { total, running, waiting, success, canceled, endedAt } = progress;
  const counted = (value: State, word: string, count: number) => ({
    value,
    label: `${word} ${formatCount(count)}`,
  });
  return [
    counted('all', 'All', total),
    counted('failed', 'Failed', failedRows(progress)),
    ...(canceled > 0 ? [counted('canceled', 'Canceled', canceled)] : []),
    ...(endedAt === null ? [counted('running', 'Running', running)] : []),
    counted('success', 'Succeeded', success),
    ...(endedAt === null ? [counted('waiting', 'Waiting', waiting)] : []),
  ];
}

function useRows(
  { orgId, commandId, runId }: BulkRunId,
  state: State,
  sorting: Sorting | null,
  hasEnded: boolean,
) {
  const order = sorting === null ? {} : { [sorting.isDescending ? 'sortDesc' : 'sort']: sorting.by };
  return useInfiniteQuery({
    queryKey: [listBulkRows.id, orgId, runId, state, order, hasEnded],
    queryFn: ({ signal, pageParam }) =>
      callApi(
        listBulkRows,
        {
          params: { orgId, kitId: commandId, runId },
          query: { ...(state === 'all' ? {} : { state }), ...order, page: pageParam, per_page: A_PAGE },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < A_PAGE ? undefined : pages.length),
    placeholderData: keepPreviousData,
    refetchInterval: hasEnded ? false : FRESHEN_MS,
  });
}
