import { readMatchingRuns } from '@/components/command/matching-runs';
import type { JsonValue } from '@/lib/base/json';
import type { BulkRows } from '@/lib/bulk/bulk-rows';
import { callApi } from '@/lib/client/api-client';
import { readRunSummary } from '@/lib/contract/runs/history';
import { cellText } from '@/lib/results/table/result-table';
import { formatCount } from '@/lib/results/table/row-counts';
import { readFailedRows } from './failed-rows';
import { readPickedRows } from './result-rows';
import type { TakenRows } from './taken-rows';

/** Reads the rows that an address names for a command: values of its earlier runs, or rows of another one's result. */
export async function readFirstRows(
  orgId: string,
  commandId: number,
  rows: Exclude<BulkRows, { kind: 'left-out' }>,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<TakenRows> {
  if (rows.kind === 'picked') return readPickedRows(orgId, commandId, rows, onRead, signal);
  if (rows.kind === 'failed')
    return readFailedRows({ orgId, kitId: commandId, runId: rows.runId }, onRead, signal);
  const runs =
    rows.kind === 'runs'
      ? await Promise.all(
          rows.runIds.map((runId) => callApi(readRunSummary, { params: { orgId, runId } }, { signal })),
        )
      : await readMatchingRuns(orgId, rows.filter, onRead, signal);
  if (runs.some((run) => run.commandId !== commandId)) {
    return { problem: 'Some of these runs are of another command. Select runs of one command.' };
  }
  const values = runs.flatMap(({ params }) => (isObject(params) ? [params] : []));
  if (values.length === 0) {
    return {
      problem:
        runs.length === 0
          ? 'No run of this command matches now.'
          : 'The values of these runs are too long to be copied. Open each by itself.',
    };
  }
  const columns = [...new Set(values.flatMap(Object.keys))];
  const left = runs.length - values.length;
  return {
    table: {
      name: runs.length === 1 ? `run ${runs[0]?.runId}` : `${formatCount(values.length)} earlier runs`,
      columns,
      isOfInputs: true,
      rows: values.map((each) => columns.map((key) => cellText(each[key] ?? null))),
    },
    note:
      left === 0
        ? undefined
        : `The values of ${formatCount(left)} of these runs are too long to be copied, so they are left out.`,
  };
}

const isObject = (value: JsonValue): value is Record<string, JsonValue> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
