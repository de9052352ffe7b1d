import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { BULK_ROWS_A_PAGE, type bulkRow, listBulkRows } from '@/lib/contract/runs/bulk';
import { readRunSummary } from '@/lib/contract/runs/history';
import { cellText } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import type { TakenRows } from './taken-rows';

/** Reads the failed rows of a bulk run, with the numbers and the values that they had there. */
export async function readFailedRows(
  run: { orgId: string; kitId: number; runId: number },
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<TakenRows> {
  const { orgId, runId } = run;
  const failed: z.output<typeof bulkRow>[] = [];
  for (let page = 0; ; page += 1) {
    const query = { state: 'failed', sort: 'row', page, per_page: BULK_ROWS_A_PAGE } as const;
    const found = await callApi(listBulkRows, { params: run, query }, { signal });
    failed.push(...found);
    onRead(failed.length);
    if (found.length < BULK_ROWS_A_PAGE) break;
  }
  const rows = failed.flatMap(({ row, params: values, message }) =>
    values === null ? [] : [{ row, values, message }],
  );
  if (failed.length === 0) return { problem: `No row of run ${runId} failed.` };
  if (rows.length === 0) {
    return { problem: 'The values of these rows are too long to be copied. Open each by itself.' };
  }
  const { rowsFrom } = await callApi(readRunSummary, { params: { orgId, runId } }, { signal });
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const left = failed.length - rows.length;
  return {
    ...(rowsFrom !== null && { sourceRunId: rowsFrom }),
    rerunOf: runId,
    table: {
      name: `Failed rows of run ${runId}`,
      columns,
      isOfInputs: true,
      rows: rows.map(({ values }) => columns.map((key) => cellText(values[key] ?? null))),
      numbers: rows.map(({ row }) => row),
      failures: rows.map(({ message }) => message),
    },
    note:
      left === 0
        ? undefined
        : `The values of ${formatCount(left)} of these rows are too long to be copied, so they are left out.`,
  };
}
