'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useLook } from '@/components/result-view/look/use-look';
import type { WholeResult } from '@/components/result-view/output-settings';
import styles from '@/components/result-view/result.module.css';
import { describeError } from '@/components/ui/feedback/describe-error';
import line from '@/components/ui/loading/progress-line.module.css';
import { Pager } from '@/components/ui/table/pager';
import type { TurnedTo } from '@/components/ui/table/served-rows';
import { callApi } from '@/lib/client/api-client';
import { listResultRows, ROWS_A_PAGE } from '@/lib/contract/results/result-rows';
import { rowsQuery, type TableLook } from '@/lib/results/look/table-look';
import { ResultGrid, type ResultGridProps } from '../result-grid';
import { GoToRow } from './go-to-row';
import { useOpenedRows } from './use-opened-rows';

const TYPING_MS = 250;

/** A screen reader isn't told of what takes less. */
const UNNOTICED_MS = 500;

interface WholeGridProps extends Omit<ResultGridProps, 'page'> {
  whole: WholeResult;
  resultSet: number;
}

/** A table of which the page has only the first rows: the server sorts, filters, and pages through all of them. */
export default function WholeGrid({ whole, resultSet, ...props }: WholeGridProps) {
  const { table, source } = props;
  const { look, change } = useLook(source);
  const { page } = look;
  const asked = useMemo(() => rowsQuery(look), [look]);
  const [wanted, setWanted] = useState<TurnedTo | null>(null);
  const setPage = (next: number, row: number | null = null) => {
    setWanted({ page: next, row });
    change(() => ({ page: next }));
  };
  const turned = useMemo(() => (wanted?.page === page ? wanted : { page, row: null }), [wanted, page]);
  const [paused] = useDebouncedValue(asked, TYPING_MS);
  // Only typing is waited for: a click on a column sorts at once.
  const isTyping = !isSame(unsorted(asked), unsorted(paused));
  const settled = isTyping ? paused : asked;
  const ref = useRef<HTMLDivElement>(null);
  useOpenedRows(ref, whole);
  const isFirst = page === 0 && isSame(settled, {}) && hasFirstPage(table.rows.length, whole.totalRows);
  const query = useQuery({
    enabled: !isFirst,
    queryKey: ['result-rows', whole, resultSet, settled, page],
    queryFn: ({ signal }) =>
      callApi(
        listResultRows,
        {
          params: { orgId: whole.orgId, kitId: whole.kitId, runId: whole.runId },
          query: { resultSet, from: page * ROWS_A_PAGE, count: ROWS_A_PAGE, ...settled },
        },
        { signal, isTrusted: true },
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
  const { error, isFetching, refetch } = query;
  const [wasFetching] = useDebouncedValue(isFetching, UNNOTICED_MS);
  const isSlow = isFetching && wasFetching;
  // What the run came with needs no request.
  const data = isFirst ? undefined : query.data;
  const { totalRows } = whole;
  const isUnknown = error !== null && data === undefined;
  const shown = useMemo(() => {
    if (isUnknown) {
      // Other rows would pass for those that were asked for.
      return {
        rows: [],
        numbers: [],
        served: { matchingRows: null, totalRows: totalRows ?? table.rows.length },
      };
    }
    const rows = data?.rows ?? table.rows;
    return {
      rows,
      numbers: data?.numbers ?? rows.map((_, number) => number),
      served: {
        matchingRows: data?.matchingRows ?? totalRows ?? rows.length,
        totalRows: data?.totalRows ?? totalRows ?? rows.length,
      },
    };
  }, [data, isUnknown, table, totalRows]);
  const { matchingRows } = shown.served;
  const isTurned = isFirst || !query.isPlaceholderData;
  const shownPage = useMemo(
    () => ({ ...shown, served: { ...shown.served, turned: isTurned ? turned : undefined } }),
    [shown, isTurned, turned],
  );
  return (
    <>
      <VisuallyHidden role="status">{isSlow && wordsOfWork(look)}</VisuallyHidden>
      {isFetching && (
        <div className={line.over} aria-hidden>
          <div className={line.moving} />
        </div>
      )}
      <div ref={ref} className={styles.pageOfRows} aria-busy={isFetching} data-busy={isFetching || undefined}>
        <ResultGrid {...props} page={shownPage} />
      </div>
      {error !== null && (
        <div className={styles.note} role="alert">
          {describeError(error).message}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
          {page > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => setPage(0)}>
              Back to the first rows
            </Button>
          )}
        </div>
      )}
      {data?.isCut === true && (
        <p className={styles.note}>
          Some values are too long to show in full. Download the result to have them.
        </p>
      )}
      {matchingRows !== null && matchingRows > ROWS_A_PAGE && (
        <div className={styles.pages}>
          <GoToRow
            rows={matchingRows}
            onGo={(row) => setPage(Math.floor((row - 1) / ROWS_A_PAGE), (row - 1) % ROWS_A_PAGE)}
          />
          <Pager
            page={page}
            rowsAPage={ROWS_A_PAGE}
            rowsHere={Math.min(ROWS_A_PAGE, matchingRows - page * ROWS_A_PAGE)}
            count={matchingRows}
            labels={{ before: 'Rows before', after: 'Rows after' }}
            onTurn={setPage}
          />
        </div>
      )}
    </>
  );
}

type Asked = ReturnType<typeof rowsQuery>;

const isSame = (a: Asked, b: Asked): boolean => JSON.stringify(a) === JSON.stringify(b);

const unsorted = ({ sort: _, sortDesc: __, ...rest }: Asked): Asked => rest;

/** Whether the rows that came with the run are a whole page; many long ones are fewer. */
const hasFirstPage = (rows: number, totalRows: number | null): boolean =>
  totalRows !== null && rows >= Math.min(totalRows, ROWS_A_PAGE);

/** What the server does with the rows, for people who don't see the bar above them. */
function wordsOfWork({ sort, search, filters, page }: TableLook): string {
  if (page > 0) return 'Loading rows…';
  const isFiltered = search !== '' || filters.length > 0;
  if (sort !== null) return isFiltered ? 'Sorting and filtering…' : 'Sorting…';
  return isFiltered ? 'Filtering…' : 'Loading rows…';
}
