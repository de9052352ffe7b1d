import { randomUUID } from 'node:crypto';
import { readCommand } from '@/lib/contract/command/command';
import { cancelRun, createRun, readRun, startRun } from '@/lib/contract/runs/runs';
import type { Api } from '../api';
import { type Arguments, textFlag } from '../arguments';
import { confirmed, noteOf } from '../confirm';
import { CliError, type ExitCode, exitCodes, misused } from '../exit';
import { findCommand } from '../find-command';
import { type EndedRun, followToEnd, type RunPlace } from '../follow';
import { asResponse, print, printJson } from '../print';
import { saveResult } from '../results/download';
import { dryRunText, exitCodeOf, failureText, formatsOf, resultText, waitingText } from '../results/show-run';
import { printable } from '../table';
import { readValues } from '../values';
import { RUN_OPTIONS } from './run-options';

/** Runs a command, writes its log to the standard error, and writes its result to the standard output or a file. */
export async function run(api: Api, line: Arguments): Promise<ExitCode> {
  const [, name, ...others] = line.words;
  if (name === undefined) throw misused('Say which command to run: pushboard run COMMAND [--input value …]');
  if (others.length > 0)
    throw misused(`“${others[0]}” belongs to no option. Put the name of a command in quotes.`);
  const org = textFlag(line, 'org');
  const found = await findCommand(api, name, org);
  const { orgId, commandId } = found;
  const command = await api.call(readCommand, { params: { orgId, kitId: commandId } });
  const flags = new Map([...line.flags].filter(([flag]) => !RUN_OPTIONS.includes(flag)));
  const params = readValues(
    command.template.inputs,
    textFlag(line, 'values'),
    flags,
    line.flags.get('set') ?? [],
    RUN_OPTIONS,
  );
  const { templateId, warningTag } = command.template;
  const confirmation = await confirmed(line, command, line.flags.has('dry-run') ? 'safe' : warningTag);
  const { runId } = await api.call(
    createRun,
    { params: { orgId }, body: { templateId, commandId } },
    { idempotencyKey: randomUUID() },
  );
  const { approval } = await api.call(
    startRun,
    {
      params: { orgId },
      body: {
        params,
        templateId,
        runId,
        commandId,
        confirmation,
        ...(line.flags.has('dry-run') ? { isDryRun: true } : {}),
        ...noteOf(line),
      },
    },
    { idempotencyKey: randomUUID() },
  );
  const place = { orgId, kitId: commandId, runId };
  if (line.flags.has('detach')) {
    printStarted(line, runId);
    return exitCodes.success;
  }
  const isQuiet = line.flags.has('quiet');
  if (!isQuiet)
    process.stderr.write(`Run ${runId}: ${api.url}/${found.orgSlug}/builder?id=${commandId}#run-${runId}\n`);
  if (approval?.state === 'waiting') process.stderr.write(`${waitingText(approval)}\n`);
  const ended = await followWithCancel(api, place, isQuiet);
  const isJson = line.flags.has('json');
  if (isJson) printJson(asResponse(readRun, ended));
  const failure = failureText(ended);
  if (failure !== null) {
    process.stderr.write(`${failure}\n`);
    return exitCodeOf(ended);
  }
  if (ended.dryRun !== null) process.stderr.write(`${dryRunText(ended.dryRun)}\n`);
  const output = textFlag(line, 'output');
  if (!isJson || output !== undefined) await writeResult(api, ended, textFlag(line, 'format'), output);
  return exitCodes.success;
}

/** The number of a run that isn't waited for. */
export function printStarted({ flags }: Arguments, runId: number): void {
  if (flags.has('json')) printJson({ run_id: runId });
  else print(String(runId));
}

/** Ctrl+C cancels the run and waits for its end; pressed again, it leaves. */
async function followWithCancel(api: Api, place: RunPlace, isQuiet: boolean): Promise<EndedRun> {
  const leave = new AbortController();
  let presses = 0;
  const onInterrupt = () => {
    presses += 1;
    if (presses > 1) return leave.abort();
    process.stderr.write('\nCanceling the run. Press Ctrl+C again to leave it alone.\n');
    api.call(cancelRun, { params: place }).catch((error: unknown) => {
      process.stderr.write(
        `The run could not be canceled: ${error instanceof Error ? error.message : error}\n`,
      );
    });
  };
  process.on('SIGINT', onInterrupt);
  const showsRows = !isQuiet && process.stderr.isTTY === true;
  let hasLine = false;
  let isLogOpen = false;
  const endLine = () => {
    if (hasLine) process.stderr.write('\r\u001b[K');
    hasLine = false;
  };
  try {
    return await followToEnd(
      api,
      place,
      {
        onLog(text) {
          endLine();
          if (isQuiet || text === '') return;
          process.stderr.write(printable(text));
          isLogOpen = !text.endsWith('\n');
        },
        onRows(count) {
          if (!showsRows) return;
          process.stderr.write(`\r${count.toLocaleString('en-US')} rows\u001b[K`);
          hasLine = true;
        },
      },
      leave.signal,
    );
  } catch (error) {
    if (leave.signal.aborted)
      throw new CliError(exitCodes.unavailable, `Run ${place.runId} is still running.`);
    throw error;
  } finally {
    endLine();
    if (isLogOpen) process.stderr.write('\n');
    process.off('SIGINT', onInterrupt);
  }
}

/** A person at a terminal reads a table of the first rows; a program gets the whole result. */
async function writeResult(
  api: Api,
  ended: EndedRun,
  format: string | undefined,
  output: string | undefined,
): Promise<void> {
  const formats = formatsOf(ended);
  if (formats.length === 0 && format === undefined && output === undefined) return;
  const isForPeople =
    format === 'table' || (format === undefined && output === undefined && process.stdout.isTTY);
  if (!isForPeople) return saveResult(api, ended, format, output);
  const text = resultText(ended, process.stdout.columns ?? null);
  if (text !== null) process.stdout.write(`${text}\n`);
  if (!ended.isTruncated) return;
  const total = ended.totalRows === null ? '' : ` of ${ended.totalRows.toLocaleString('en-US')}`;
  process.stderr.write(`This is the beginning${total}. Add --output FILE for the whole result.\n`);
}
