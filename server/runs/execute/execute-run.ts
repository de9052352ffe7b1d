import { holdsSecret } from '@/lib/inputs/secret-values';
import { untilDatabaseAnswers, untilRecorded } from '@/server/base/database/database-down';
import { env } from '@/server/base/env';
import { openHeaders } from '@/server/commands/template/template-headers';
import { openCredential } from '@/server/connections/open-credential';
import { Stopped } from '@/server/connectors/_shared/stopped';
import { kindsThatMayGoElsewhere } from '@/server/connectors/registry';
import type { Call } from '@/server/connectors/types';
import { variablesOfRun } from '@/server/people/variables/variables';
import { checkAtStart, LATER } from '@/server/runs/execute/check-at-start';
import type { ClaimedRun, OpenedRun } from '@/server/runs/execute/claim-runs';
import { endRun } from '@/server/runs/execute/end-run';
import { beginHere, lineUpAgain } from '@/server/runs/execute/line-up';
import {
  connectionDeleted,
  ended,
  type RunEnd,
  refusalOf,
  type StopReason,
  stopped,
  thrownEnd,
} from '@/server/runs/execute/run-ends';
import { RunProgress } from '@/server/runs/execute/run-progress';
import { RunSink } from '@/server/runs/execute/run-sink';
import { inRunSpan, inSourceSpan } from '@/server/runs/execute/run-spans';
import type { RunDefinition } from '@/server/runs/start/definition';

/** The call that a claimed run makes at the source. */
export function callOf(run: ClaimedRun, signal: AbortSignal, opened: OpenedRun = run.open()): Call {
  const { definition, values } = opened;
  return {
    executable: definition.executable,
    values,
    secretKeys: secretKeysOf(definition.inputs, values),
    own: definition.own,
    sealed: openHeaders(run.orgId, run.templateId, run.sealedHeaders),
    signal,
    ...(definition.isDryRun ? { isDryRun: true as const } : {}),
  };
}

/** Which values are secrets is unknown for runs that an earlier version started. */
const secretKeysOf = (inputs: RunDefinition['inputs'], values: Call['values']): string[] =>
  inputs === null
    ? Object.keys(values)
    : inputs.filter(({ type }) => holdsSecret(type)).map(({ key }) => key);

/**
 * Executes one run to its end. Whatever happens, it ends in a state that is true: the source's errors become the run's
 * errors, and ours are reported as internal errors.
 *
 * @param stop aborted with a `StopReason` to stop the run
 */
export async function executeRun(run: ClaimedRun, workerId: string, stop: AbortSignal): Promise<void> {
  const sink = new RunSink(run.orgId, run.runId);
  await inRunSpan(run, async (span) => {
    const end = run.isCancelled
      ? stopped('cancelled', env().runTimeoutMs, run.timesLost === 0 ? { undone: 'not begun' } : {})
      : (refusalOf(run) ?? (await execute(run, workerId, sink, stop)));
    if (end === LATER) return untilRecorded(() => lineUpAgain(run, workerId));
    if (end.endReason !== null) span.fail(end.endReason);
    await endRun(run, workerId, sink, end);
  });
}

/** How long a run may take. */
const timeLimitMs = ({ timeoutSeconds }: RunDefinition): number =>
  Math.min(env().runTimeoutMs, (timeoutSeconds ?? Number.POSITIVE_INFINITY) * 1000);

async function execute(
  run: ClaimedRun,
  workerId: string,
  sink: RunSink,
  stop: AbortSignal,
): Promise<RunEnd | typeof LATER> {
  const timeout = new AbortController();
  let limitMs = env().runTimeoutMs;
  let timer: NodeJS.Timeout | undefined;
  let mayBeSent = run.timesLost > 0;
  const signal = AbortSignal.any([stop, timeout.signal]);
  const progress = new RunProgress(run, workerId, sink);
  try {
    if (run.credential === null) return connectionDeleted();
    const opened = run.open();
    const verdict = await untilDatabaseAnswers(() => checkAtStart(run, opened), signal);
    if (verdict !== null) return verdict;
    const { credential } = run;
    const { connector, connection, context } = await untilDatabaseAnswers(
      () => openCredential(run.orgId, credential, run),
      signal,
    );
    if (connector.execute === undefined) throw new Error(`${connector.label} does not execute here`);
    const own = connector.needsVariables?.(connection)
      ? (connector.fillVariables?.(
          connection,
          await untilDatabaseAnswers(() => variablesOfRun(run.orgId, run.runId), signal),
        ) ?? connection)
      : connection;
    limitMs = timeLimitMs(opened.definition);
    timer = setTimeout(() => timeout.abort('timed_out' satisfies StopReason), limitMs);
    sink.keepOnly(opened.definition.outputObjectPath ?? null);
    sink.addUp(opened.definition.minutesSavedColumn ?? null);
    const executeAtSource = connector.execute;
    const call = callOf(run, signal, opened);
    const mightGoElsewhere = kindsThatMayGoElsewhere().includes(credential.source_kind);
    if (mightGoElsewhere && !(await untilDatabaseAnswers(() => beginHere(run, workerId), signal)))
      return LATER;
    mayBeSent = true;
    const { errors } = await inSourceSpan(run, 'call the source', async (span) => {
      const outcome = await executeAtSource(own, context, call, sink);
      span.set({ 'pushboard.rows': sink.result.rowCount });
      if (outcome.errors.length > 0) span.fail('error');
      return outcome;
    });
    return signal.aborted ? stopped(signal.reason, limitMs, { errors }) : ended(errors);
  } catch (thrown) {
    if (!signal.aborted) return thrownEnd(run.runId, thrown, mayBeSent);
    const isUndone = thrown instanceof Stopped && thrown.isUndone;
    return stopped(signal.reason, limitMs, isUndone ? { undone: 'rolled back' } : {});
  } finally {
    clearTimeout(timer);
    await progress.stop();
  }
}
