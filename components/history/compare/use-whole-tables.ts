import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { hasMoreRows } from '@/components/result-view/output-settings';
import type { Run } from '@/components/run-stream/use-run';
import type { JsonValue } from '@/lib/base/json';
import { callApi } from '@/lib/client/api-client';
import { listResultRows, ROWS_A_PAGE } from '@/lib/contract/results/result-rows';
import { type ResultTable, readTable, readTables } from '@/lib/results/table/result-table';

/** The most rows of each run that are compared: the page must hold them, and compare them while a person waits. */
export const MOST_COMPARED_ROWS = 50_000;

/** The tables of a run, as far as they are compared. */
export interface WholeTables {
  tables: ResultTable[];
  /** How many rows the tables have together; null while that isn't known. */
  totalRows: number | null;
  /** Whether there are more rows than are compared. */
  isMore: boolean;
  /** Whether values were too long to be read in full. */
  isCut: boolean;
}

/** What is read of them, and how far. */
export interface ReadingTables {
  whole: WholeTables;
  readRows: number;
  isReading: boolean;
  error: Error | null;
  retry: () => void;
}

/** The tables of a result with the rows that the server has beyond those of the page. */
export function useWholeTables(run: Run): ReadingTables {
  const shown = useMemo(() => tablesOf(run), [run]);
  const isLarge = shown.length > 0 && hasMoreRows(run);
  const [readRows, setReadRows] = useState(0);
  const query = useQuery({
    enabled: isLarge,
    queryKey: ['compared-rows', run.orgId, run.commandId, run.runId],
    queryFn: ({ signal }) => readWhole(run, shown, setReadRows, signal),
    staleTime: Number.POSITIVE_INFINITY,
    // Tens of thousands of rows are not kept for a page that was left.
    gcTime: 0,
    retry: false,
    structuralSharing: false,
  });
  const asShown = useMemo<WholeTables>(
    () => ({ tables: shown, totalRows: run.totalRows, isMore: run.isTruncated, isCut: false }),
    [shown, run],
  );
  return {
    whole: query.data ?? asShown,
    readRows,
    isReading: isLarge && query.isFetching,
    error: query.error,
    retry: () => void query.refetch(),
  };
}

/** The tables of a result as the page has them; none if it is something else. */
function tablesOf({ payload, payloadFormat }: Run): ResultTable[] {
  if (payloadFormat === 'json.multiset.rowwise') return readTables(payload) ?? [];
  if (payloadFormat !== 'json.table.rowwise') return [];
  const table = readTable(payload);
  return table === null ? [] : [table];
}

async function readWhole(
  { orgId, commandId, runId }: Run,
  shown: readonly ResultTable[],
  onRead: (rows: number) => void,
  signal: AbortSignal,
): Promise<WholeTables> {
  const whole: WholeTables = { tables: [], totalRows: 0, isMore: false, isCut: false };
  let left = MOST_COMPARED_ROWS;
  for (const [resultSet, { columns }] of shown.entries()) {
    const rows: JsonValue[][] = [];
    let of = Number.POSITIVE_INFINITY;
    do {
      const page = await callApi(
        listResultRows,
        {
          params: { orgId, kitId: commandId, runId },
          query: { resultSet, from: rows.length, count: Math.min(ROWS_A_PAGE, left) },
        },
        { signal, isTrusted: true },
      );
      rows.push(...page.rows);
      left -= page.rows.length;
      of = page.totalRows;
      whole.isCut ||= page.isCut;
      onRead(MOST_COMPARED_ROWS - left);
      if (page.rows.length === 0) break;
    } while (rows.length < of && left > 0);
    whole.tables.push({ columns, rows });
    whole.totalRows = (whole.totalRows ?? 0) + of;
    whole.isMore ||= rows.length < of;
  }
  return whole;
}
