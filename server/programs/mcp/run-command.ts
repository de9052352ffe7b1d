import type { CallToolResult, ServerContext } from '@modelcontextprotocol/server';
import statement from 'sql-template-tag';
import { paths } from '@/lib/base/paths';
import {
  cancelRun as cancelRunOperation,
  readRun as readRunOperation,
  runAndWait,
} from '@/lib/contract/runs/runs';
import type { RunnableSubject } from '@/server/access/load/load-command';
import type { RunSubject } from '@/server/access/load/load-run';
import { column, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { authorize } from '@/server/http/requests/authorize';
import { endWithProcess } from '@/server/http/responses/event-stream';
import type { McpCaller } from '@/server/programs/mcp/caller';
import { reportProgress } from '@/server/programs/mcp/report-progress';
import { contentOfRun, refusedCall } from '@/server/programs/mcp/result-content';
import type { IntendedRun } from '@/server/runs/confirmations/intended-run';
import { cancelRun } from '@/server/runs/execute/cancel-run';
import { readEndedRun, readRun } from '@/server/runs/read/read-run';
import { startPrepared } from '@/server/runs/start/start-run';

const LONGEST_WAIT_MS = 10 * 60 * 1000;
/** How long one call of `read_run` waits. */
const LONGEST_LOOK_MS = 30_000;

/** Loads a command to run it, with the same permission as the operation `runAndWait`. */
export async function loadToRun({ actor }: McpCaller, commandId: number): Promise<RunnableSubject> {
  const subject = await authorize(runAndWait, actor, {}, async () => ({ kitId: commandId }));
  return subject as RunnableSubject;
}

/**
 * Starts a run as `runAndWait` does, after whatever confirmation it needs, and waits for its end while the client hears of its progress. If the client
 * cancels the request or disconnects, the run is canceled; a run that outlasts ten minutes or this process continues.
 */
export async function runCommand(
  caller: McpCaller,
  context: ServerContext,
  { command, prepared }: IntendedRun,
): Promise<CallToolResult> {
  const { actor, audit } = caller;
  const { orgId, commandId } = command;
  const runId = await startPrepared({ command, actor, prepared, trigger: 'mcp', audit });
  const left = AbortSignal.any([caller.signal, context.mcpReq.signal]);
  const url = await urlOfRun(orgId, commandId, runId);
  if (command.form.command.needsApproval) {
    return contentOfRun(await currentRun(caller, { orgId, commandId, runId }), url);
  }
  const ended = await waitForEnd({ caller, context, orgId, runId, left, timeoutMs: LONGEST_WAIT_MS });
  if (left.aborted) {
    await cancelLeft(caller, { orgId, commandId, runId });
    return refusedCall(`Run ${runId} was canceled.`);
  }
  return resultOf(caller, ended, { orgId, commandId, runId }, url);
}

/** Waits for the end of a run that was started earlier, and returns it in the same form. */
export async function readStartedRun(
  caller: McpCaller,
  context: ServerContext,
  runId: number,
): Promise<CallToolResult> {
  const place = await placeOfRun(runId);
  const params = { orgId: place?.orgId ?? '', kitId: place?.commandId ?? 0, runId };
  const subject = (await authorize(
    readRunOperation,
    caller.actor,
    params,
    async () => undefined,
  )) as RunSubject;
  const { orgId, command, isOver } = subject;
  const left = AbortSignal.any([caller.signal, context.mcpReq.signal]);
  const ended = isOver
    ? null
    : await waitForEnd({ caller, context, orgId, runId, left, timeoutMs: LONGEST_LOOK_MS });
  const { commandId } = command;
  return resultOf(caller, ended, { orgId, commandId, runId }, await urlOfRun(orgId, commandId, runId));
}

interface Waiting {
  caller: McpCaller;
  context: ServerContext;
  orgId: string;
  runId: number;
  /** Aborted when nobody waits for the result anymore. */
  left: AbortSignal;
  timeoutMs: number;
}

async function waitForEnd({ caller, context, orgId, runId, left, timeoutMs }: Waiting) {
  const over = new AbortController();
  const signal = AbortSignal.any([left, over.signal]);
  const watches = [endWithProcess(() => over.abort()), caller.onTokenEnd(orgId, () => over.abort())];
  const reported = reportProgress(context, caller.actor, orgId, runId, signal);
  try {
    return await readEndedRun({ actor: caller.actor, orgId, runId, timeoutMs, signal, isGoing: true });
  } finally {
    for (const stop of watches) stop();
    over.abort();
    await reported;
  }
}

interface Place {
  orgId: string;
  commandId: number;
  runId: number;
}

async function resultOf(
  caller: McpCaller,
  ended: Awaited<ReturnType<typeof readEndedRun>>,
  { orgId, commandId, runId }: Place,
  url: string,
): Promise<CallToolResult> {
  // Waiting may take minutes, in which a token can be revoked.
  if (!(await caller.isStillAccepted())) {
    throw new AppError(
      'not_signed_in',
      `The token was revoked or has expired. Run ${runId} is in the history.`,
    );
  }
  const run = ended ?? (await currentRun(caller, { orgId, commandId, runId }));
  return contentOfRun(run, url);
}

async function currentRun(caller: McpCaller, { orgId, commandId, runId }: Place) {
  const params = { orgId, kitId: commandId, runId };
  const subject = (await authorize(
    readRunOperation,
    caller.actor,
    params,
    async () => undefined,
  )) as RunSubject;
  const { actor, signal } = caller;
  return readRun({ actor, subject, query: {}, signal });
}

/** Cancels the run of a caller who has left. One that has just ended stays as it is. */
async function cancelLeft(caller: McpCaller, { orgId, commandId, runId }: Place): Promise<void> {
  const { actor, audit, log } = caller;
  const params = { orgId, kitId: commandId, runId };
  try {
    const subject = await authorize(cancelRunOperation, actor, params, async () => undefined);
    await cancelRun({ actor, audit, subject: subject as RunSubject });
  } catch (error) {
    const isExpected = error instanceof AppError && error.status < 500;
    if (!isExpected)
      log.error({ err: error, run: runId }, 'The run of a caller who left could not be canceled');
  }
}

async function urlOfRun(orgId: string, commandId: number, runId: number): Promise<string> {
  const [row] = await query(
    { slug: column.text },
    statement`select slug from org_slug where org_id = ${orgId} and is_active limit 1`,
  );
  return env().appUrl + paths.run(row?.slug ?? orgId, commandId, runId);
}

/** Where a run belongs. Whether the caller may see it is decided afterward. */
async function placeOfRun(runId: number): Promise<{ orgId: string; commandId: number } | null> {
  const [row] = await query(
    { org_id: column.text, command_id: column.int },
    statement`select org_id, command_id from run where run_id = ${runId}`,
  );
  return row === undefined ? null : { orgId: row.org_id, commandId: row.command_id };
}
