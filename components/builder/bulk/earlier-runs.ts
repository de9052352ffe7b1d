import { callApi } from '@/lib/api-client';
import type { FileTable } from '@/lib/bulk/file-columns';
import { readRunSummary } from '@/lib/contract/history';
import type { JsonValue } from '@/lib/json';
import { cellText } from '@/lib/runs/result-table';

/** Their values, or why they can't be taken over. */
export type EarlierRuns = { table: FileTable } | { problem: string };

/** The values of earlier runs of a command, a row each, with a column for each input by its key. */
export async function readEarlierRuns(
  orgId: string,
  commandId: number,
  runIds: readonly number[],
): Promise<EarlierRuns> {
  const runs = await Promise.all(
    runIds.map((runId) => callApi(readRunSummary, { params: { orgId, runId } })),
  );
  if (runs.some((run) => run.commandId !== commandId)) {
    return { problem: 'Some of these runs are of another command. Select runs of one command.' };
  }
  const values = runs.flatMap(({ params }) => (isObject(params) ? [params] : []));
  if (values.length < runs.length) {
    return {
      problem: 'The values of some of these runs are too long to be taken over. Open each by itself.',
    };
  }
  const columns = [...new Set(values.flatMap(Object.keys))];
  return {
    table: {
      name: runs.length === 1 ? `run ${runIds[0]}` : `${runs.length} earlier runs`,
      columns,
      rows: values.map((each) => columns.map((key) => cellText(each[key] ?? null))),
    },
  };
}

const isObject = (value: JsonValue): value is Record<string, JsonValue> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
