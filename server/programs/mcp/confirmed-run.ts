import type { CallToolResult, InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import type { JsonValue } from '@/lib/base/json';
import { valuesOfArguments } from '@/lib/values/command-arguments';
import { transaction } from '@/server/base/database/db';
import { notSignedIn } from '@/server/base/errors';
import { endWithProcess } from '@/server/http/responses/event-stream';
import { type McpCaller, runsUnasked } from '@/server/programs/mcp/caller';
import { annotationsOf } from '@/server/programs/mcp/command-tool';
import {
  confirmationUrl,
  isDeclinedThere,
  leadToConfirmation,
  returnedWith,
  stillWaiting,
} from '@/server/programs/mcp/confirmation';
import { knownId } from '@/server/programs/mcp/find-commands';
import { setsHiddenInput } from '@/server/programs/mcp/given-arguments';
import { canHearProgress, repeatProgress } from '@/server/programs/mcp/report-progress';
import { refusedCall } from '@/server/programs/mcp/result-content';
import { loadToRun, runCommand } from '@/server/programs/mcp/run-command';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { keepAnswer } from '@/server/runs/confirmations/answer-confirmation';
import { type Asker, askConfirmation } from '@/server/runs/confirmations/ask-confirmation';
import type { IntendedRun } from '@/server/runs/confirmations/intended-run';
import { refusalOf, spendConfirmation } from '@/server/runs/confirmations/spend-confirmation';
import { waitForAnswer } from '@/server/runs/confirmations/wait-for-answer';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';

/** Clients give up on a silent request after a minute. Their model calls again. */
const LONGEST_SILENT_WAIT_MS = 45_000;
/** With progress, they wait for as long as a confirmation is valid. */
const LONGEST_WAIT_MS = 10 * 60 * 1000;

/** A run as a program asks for it. */
export interface AskedRun {
  /** The name of its tool. */
  command: string;
  arguments: Readonly<Record<string, JsonValue>>;
  /** Whether it is rolled back. */
  isDryRun: boolean;
  /** The code of the call that asked for confirmation; null for a first call. */
  code: string | null;
}

/**
 * Runs a command. Unless it is known to be safe, or the token may run it unasked, its person first confirms it in their
 * browser, where they see the command and the values: nothing that a program sends proves that a person saw them. That
 * holds for a dry run, too, which can leave traces; and whatever the command and the token allow, for a command with a word,
 * and for a value of a hidden input.
 */
export async function runOnceConfirmed(
  caller: McpCaller,
  context: ServerContext,
  asked: AskedRun,
): Promise<CallToolResult | InputRequiredResult> {
  const code = asked.code ?? returnedWith(context);
  if (code !== null) return runConfirmed(caller, context, asked, code);
  const run = await prepare(caller, asked);
  if (!needsPerson(caller, run, asked)) return runCommand(caller, context, run);
  // Nobody is asked to confirm what could not be started.
  await approvalGate(run.command, caller.actor);
  const confirmationId = await askConfirmation(askerOf(caller), run, run.prepared.values, caller.audit);
  return leadToConfirmation(confirmationId, run, context);
}

function needsPerson(caller: McpCaller, { command: { form } }: IntendedRun, asked: AskedRun): boolean {
  if (form.command.confirmationWord !== null || setsHiddenInput(form.inputs, asked.arguments)) return true;
  return !annotationsOf(form.template.warningTag).readOnlyHint && !runsUnasked(caller);
}

async function prepare(caller: McpCaller, asked: AskedRun): Promise<IntendedRun> {
  const { actor, audit } = caller;
  const { isDryRun } = asked;
  const command = await loadToRun(caller, knownId(asked.command));
  const values = valuesOfArguments(command.form.inputs, asked.arguments);
  const prepared = await prepareChosenRun(command, actor, values, 'params', audit, { isDryRun });
  return { command, prepared, isDryRun };
}

function askerOf({ actor }: McpCaller): Asker {
  if (actor.through?.kind !== 'token') throw notSignedIn();
  return { userId: actor.userId, tokenId: actor.through.id };
}

async function runConfirmed(
  caller: McpCaller,
  context: ServerContext,
  asked: AskedRun,
  code: string,
): Promise<CallToolResult | InputRequiredResult> {
  const asker = askerOf(caller);
  if (asked.code === null && isDeclinedThere(context)) {
    const { audit } = caller;
    const whose = { tokenId: asker.tokenId };
    await transaction((tx) =>
      keepAnswer(tx, { confirmationId: code, whose, revision: null, isConfirmed: false, audit }),
    );
    throw refusalOf('declined');
  }
  const left = AbortSignal.any([caller.signal, context.mcpReq.signal]);
  const state = await waitWithProgress(caller, context, code, left);
  if (left.aborted) return refusedCall('The call was canceled. Nothing was run.');
  // The person may have taken minutes, in which everything can have changed.
  const current = { ...caller, actor: await caller.identifyAgain() };
  const run = await prepare(current, asked);
  if (state === 'waiting') return stillWaiting(code, run);
  if (state !== 'confirmed') throw refusalOf(state);
  await spendConfirmation(code, askerOf(current), run, current.audit);
  return runCommand(current, context, run);
}

async function waitWithProgress(
  caller: McpCaller,
  context: ServerContext,
  confirmationId: string,
  left: AbortSignal,
) {
  const over = new AbortController();
  const signal = AbortSignal.any([left, over.signal]);
  const stopWatching = [
    endWithProcess(() => over.abort()),
    caller.onTokenEnd(null, () => over.abort()),
    repeatProgress(context, () => `Waiting for you to confirm it at ${confirmationUrl(confirmationId)}`),
  ];
  try {
    const { tokenId } = askerOf(caller);
    const timeoutMs = canHearProgress(context) ? LONGEST_WAIT_MS : LONGEST_SILENT_WAIT_MS;
    return await waitForAnswer({ confirmationId, tokenId, timeoutMs, signal });
  } finally {
    for (const stop of stopWatching) stop();
    over.abort();
  }
}
