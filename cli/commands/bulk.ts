import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { valueOfText } from '@/lib/bulk/bulk-values';
import { ambiguousName, matchColumns } from '@/lib/bulk/file-columns';
import { textOfFile } from '@/lib/bulk/file-text';
import { readCommand } from '@/lib/contract/command/command';
import type { ResponseOf } from '@/lib/contract/operation';
import {
  createBulkRun,
  listBulkRows,
  readBulkRun,
  startBulkRun,
  stopBulkRun,
} from '@/lib/contract/runs/bulk';
import { editableInputs, hasPrefilledDefault } from '@/lib/inputs/form-inputs';
import type { Input, InputValues } from '@/lib/inputs/input';
import { bulkCountsIn, bulkCountsText } from '@/lib/results/bulk-counts';
import { readTableText } from '@/lib/results/table/read-table-text';
import type { Api } from '../api';
import { type Arguments, textFlag } from '../arguments';
import { confirmed, noteOf } from '../confirm';
import { type ExitCode, exitCodes, misused } from '../exit';
import { findCommand } from '../find-command';
import { asResponse, printJson } from '../print';
import { refusedRows } from '../refused-rows';
import { saveRows } from '../results/save-rows';
import { printStarted } from './run';

const POLL_MS = 1_000;
const SHOWN_FAILURES = 20;

type Progress = ResponseOf<typeof readBulkRun>;
type Place = { orgId: string; kitId: number; runId: number };

/** Runs a command for each row of a CSV file, and reports how the rows went. */
export async function bulk(api: Api, line: Arguments): Promise<ExitCode> {
  const [, name, file, ...others] = line.words;
  if (name === undefined || file === undefined || others.length > 0) {
    throw misused('Say which command to run for which rows: pushboard bulk COMMAND ROWS.csv');
  }
  const found = await findCommand(api, name, textFlag(line, 'org'));
  const { orgId, commandId } = found;
  const command = await api.call(readCommand, { params: { orgId, kitId: commandId } });
  const { inputs, templateId, warningTag } = command.template;
  const { rows, columns } = rowsOf(inputs, file);
  const confirmation = await confirmed(line, command, warningTag);
  const { runId } = await api
    .call(
      createBulkRun,
      { params: { orgId }, body: { templateId, commandId, rows } },
      { idempotencyKey: randomUUID() },
    )
    .catch((error: unknown) => {
      throw refusedRows(error, columns);
    });
  await api.call(
    startBulkRun,
    { params: { orgId }, body: { runId, commandId, confirmation, ...noteOf(line) } },
    { idempotencyKey: randomUUID() },
  );
  if (line.flags.has('detach')) {
    printStarted(line, runId);
    return exitCodes.success;
  }
  const isQuiet = line.flags.has('quiet');
  if (!isQuiet) {
    process.stderr.write(`Run ${runId}: ${api.url}/${found.orgSlug}/builder?id=${commandId}#run-${runId}\n`);
  }
  const place = { orgId, kitId: commandId, runId };
  const ended = await follow(api, place, isQuiet);
  process.stderr.write(
    ended.failure === 0
      ? `${ended.success} of ${ended.total} rows succeeded.\n`
      : `${bulkCountsText(bulkCountsIn(ended), true)}.\n`,
  );
  const failures = ended.failure > 0 ? await readFailures(api, place) : [];
  if (line.flags.has('json'))
    printJson({
      run_id: runId,
      ...asResponse(readBulkRun, ended),
      failures: asResponse(listBulkRows, failures),
    });
  else tellFailures(failures);
  const output = textFlag(line, 'output');
  if (output !== undefined && ended.success > 0) await saveRows(api, orgId, runId, output);
  if (ended.failure === 0) return exitCodes.success;
  return ended.canceled === ended.failure ? exitCodes.canceled : exitCodes.failed;
}

/** The rows of a file whose first line names the inputs, by key or by name; and these names, by key. */
function rowsOf(
  inputs: readonly Input[],
  file: string,
): { rows: InputValues[]; columns: ReadonlyMap<string, string> } {
  const read = readTableText(textOf(file));
  if ('problem' in read) throw misused(`${file} can't be read: ${read.problem}`);
  for (const note of read.notes) process.stderr.write(`${note}\n`);
  const fillable = editableInputs(inputs);
  const { columns, rows } = read;
  const ambiguous = ambiguousName(fillable, columns);
  if (ambiguous !== null)
    throw misused(`Several columns are named “${ambiguous}”. Rename those that are not meant.`);
  const matched = matchColumns(fillable, columns);
  const unmatched = columns.filter((_, index) => ![...matched.values()].includes(index));
  if (unmatched.length > 0) {
    const keys = fillable.map(({ key }) => key).join(', ');
    throw misused(`No input is named “${unmatched[0]}”. The inputs are: ${keys}.`);
  }
  const names = [...matched].map(([key, at]): [string, string] => [key, columns[at] ?? key]);
  const values = rows.map((row) =>
    Object.fromEntries(
      fillable.flatMap((input) => {
        const column = matched.get(input.key);
        if (column === undefined) return [];
        const text = row[column] ?? '';
        if (text.trim() !== '') return [[input.key, valueOfText(input, text)]];
        // An empty cell is an emptied field, not one that nobody touched.
        return hasPrefilledDefault(input) ? [[input.key, '']] : [];
      }),
    ),
  );
  return { rows: values, columns: new Map(names) };
}

function textOf(file: string): string {
  const read = textOfFile(bytesOf(file));
  if (read === null || read.isGuessed) {
    throw misused(`${basename(file)} is not text in UTF-8 or UTF-16. Save it as CSV in UTF-8.`);
  }
  return read.text;
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch {
    throw misused(`${basename(file)} can't be opened.`);
  }
}

/** Shows the progress until the last row has ended. Ctrl+C stops the rows that wait. */
async function follow(api: Api, place: Place, isQuiet: boolean): Promise<Progress> {
  const onInterrupt = () => {
    process.stderr.write('\nStopping. Rows in progress end first.\n');
    api.call(stopBulkRun, { params: place, body: {} }).catch((error: unknown) => {
      process.stderr.write(`It could not be stopped: ${error instanceof Error ? error.message : error}\n`);
    });
  };
  process.once('SIGINT', onInterrupt);
  const showsCounts = !isQuiet && process.stderr.isTTY === true;
  try {
    for (;;) {
      const progress = await api.call(readBulkRun, { params: place });
      const { success, failure, total } = progress;
      if (showsCounts) process.stderr.write(`\r${success + failure} of ${total} rows, ${failure} failed `);
      if (progress.endedAt !== null) {
        if (showsCounts) process.stderr.write('\n');
        return progress;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}

type Failures = ResponseOf<typeof listBulkRows>;

const readFailures = (api: Api, place: Place): Promise<Failures> =>
  api.call(listBulkRows, { params: place, query: { state: 'failed', per_page: SHOWN_FAILURES } });

function tellFailures(rows: Failures): void {
  for (const { row, runId, message } of rows) {
    process.stderr.write(`Row ${row}, run ${runId}: ${message ?? 'canceled'}\n`);
  }
}
