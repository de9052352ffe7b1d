import { hasMoreRows } from '@/components/result-view/output-settings';
import type { Run } from '@/components/run-stream/use-run';
import type { JsonValue } from '@/lib/base/json';
import type { BulkRows } from '@/lib/bulk/bulk-rows';
import { callApi } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import { listResultRows, ROWS_A_PAGE } from '@/lib/contract/results/result-rows';
import { MOST_BULK_ROWS } from '@/lib/contract/runs/bulk';
import { readRun } from '@/lib/contract/runs/runs';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import { rowValues } from '@/lib/results/follow-ups';
import { objectRows } from '@/lib/results/table/object-rows';
import { readCsv } from '@/lib/results/table/read-csv';
import { cellText, type ResultTable, readTable, readTables } from '@/lib/results/table/result-table';
import { countRows, formatCount } from '@/lib/results/table/row-counts';
import type { TakenRows } from './taken-rows';

/** A run of any command. */
interface ResultOf {
  orgId: string;
  commandId: number;
  runId: number;
}

type Picked = Extract<BulkRows, { kind: 'picked' }>;

/** All rows of a run's result, as if from a file: masked values are empty. */
export async function readResultRows(
  of: ResultOf,
  resultSet: number,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<TakenRows> {
  const run = await readWholeRun(of, signal);
  const table = tablesOf(run)[resultSet];
  if (table === undefined) return { problem: 'This result has no rows that could be copied.' };
  const rows =
    hasMoreRows(run) || (run.isTruncated && run.payloadFormat === 'json.table.rowwise')
      ? await rowsOf(of, resultSet, 0, MOST_BULK_ROWS + 1, onRead, signal)
      : table.rows;
  if (rows.length === 0) return { problem: 'This result has no rows.' };
  if (rows.length > MOST_BULK_ROWS) {
    return {
      problem: `The result has more than ${countRows(MOST_BULK_ROWS)}, the most for one bulk run. Run its command for fewer rows.`,
    };
  }
  return {
    table: {
      name: `the result of run ${of.runId}`,
      columns: table.columns.map(({ name }) => name),
      rows: rows.map((row) => row.map(textOf)),
    },
    sourceRunId: of.runId,
    note:
      run.isTruncated && !hasMoreRows(run)
        ? 'Only the part of the result that a page shows is taken.'
        : undefined,
  };
}

/** How many tables a result has, so that one can be chosen. */
export async function countTables(of: ResultOf, signal: AbortSignal): Promise<number> {
  return tablesOf(await readWholeRun(of, signal)).length;
}

/** The picked rows of another command's result, by the inputs that one of its buttons fills. */
export async function readPickedRows(
  orgId: string,
  targetId: number,
  { commandId, runId, decorationId, places }: Picked,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<TakenRows> {
  const { template } = await callApi(readCommand, { params: { orgId, kitId: commandId } }, { signal });
  const decoration = template.rowDecorations.find((each) => each.decorationId === decorationId);
  if (decoration === undefined || decoration.targetCommandId !== targetId) {
    return { problem: 'The button that these rows were picked for is gone. Choose “From a result” instead.' };
  }
  const of = { orgId, commandId, runId };
  const run = await readWholeRun(of, signal);
  const table = tablesOf(run)[decoration.resultSet];
  if (table === undefined) return { problem: 'This result has no rows that could be copied.' };
  const picked = new Map<number, JsonValue[]>();
  const shown = table.rows;
  for (const place of places) {
    const row = shown[place];
    if (row !== undefined) picked.set(place, row);
  }
  const further = places.filter((place) => !picked.has(place));
  for (const from of new Set(further.map((place) => place - (place % ROWS_A_PAGE)))) {
    const rows = await rowsOf(of, decoration.resultSet, from, ROWS_A_PAGE, onRead, signal);
    rows.forEach((row, at) => {
      if (places.includes(from + at)) picked.set(from + at, row);
    });
  }
  const valuesOf = rowValues(
    decoration,
    table.columns.map(({ name }) => name),
  );
  const rows = places.flatMap((place) => {
    const row = picked.get(place);
    return row === undefined ? [] : [valuesOf(row)];
  });
  const columns = [...new Set(rows.flatMap(Object.keys))];
  if (columns.length === 0) return { problem: 'These rows have no values for the inputs of this command.' };
  return {
    table: {
      name: `${formatCount(rows.length)} of the rows of run ${runId}`,
      columns,
      rows: rows.map((row) => columns.map((key) => cellText(row[key] ?? null))),
    },
    sourceRunId: runId,
    note:
      rows.length < places.length
        ? `${formatCount(places.length - rows.length)} of the selected rows no longer exist.`
        : undefined,
  };
}

const readWholeRun = ({ orgId, commandId, runId }: ResultOf, signal: AbortSignal): Promise<Run> =>
  callApi(readRun, { params: { orgId, kitId: commandId, runId } }, { signal });

/** The tables of a result: also a list of objects, and CSV text. */
export function tablesOf({ payload, payloadFormat }: Pick<Run, 'payload' | 'payloadFormat'>): ResultTable[] {
  if (payloadFormat === 'json.multiset.rowwise') return readTables(payload) ?? [];
  const table = readTable(payload) ?? objectRows(payload)?.table ?? csvTable(payload, payloadFormat);
  return table === null ? [] : [table];
}

function csvTable(payload: JsonValue, format: Run['payloadFormat']): ResultTable | null {
  if (format !== 'csv' || typeof payload !== 'string') return null;
  const read = readCsv(payload);
  return 'problem' in read ? null : read.table;
}

const textOf = (cell: JsonValue): string => (cell === MASKED_VALUE ? '' : cellText(cell));

async function rowsOf(
  { orgId, commandId, runId }: ResultOf,
  resultSet: number,
  from: number,
  most: number,
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<JsonValue[][]> {
  const rows: JsonValue[][] = [];
  while (rows.length < most) {
    const page = await callApi(
      listResultRows,
      {
        params: { orgId, kitId: commandId, runId },
        query: { resultSet, from: from + rows.length, count: Math.min(ROWS_A_PAGE, most - rows.length) },
      },
      { signal, isTrusted: true },
    );
    rows.push(...page.rows);
    onRead(rows.length);
    if (page.rows.length === 0 || from + rows.length >= page.totalRows) break;
  }
  return rows;
}
