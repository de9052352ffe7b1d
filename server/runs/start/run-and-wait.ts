import type { Person } from '@/lib/access/vocabulary';
import type { ResponseOf } from '@/lib/contract/operation';
import type { runAndWait as runAndWaitOperation } from '@/lib/contract/runs/runs';
import { type RunTrigger, triggerOf } from '@/lib/contract/runs/trigger';
import type { InputValues } from '@/lib/inputs/input';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { AppError } from '@/server/base/errors';
import { keepStartupAnswer, startupParams } from '@/server/commands/startup/startup-commands';
import type { Context } from '@/server/operations/context';
import type { RequestKey } from '@/server/operations/idempotency';
import { readEndedRun, readRun } from '@/server/runs/read/read-run';
import { refuseOtherTemplate } from '@/server/runs/start/create-run';
import { createStartedRun, type RunExtras } from '@/server/runs/start/start-run';

const noDryStartup = () =>
  new AppError('invalid', 'A startup command sets variables, so it has no dry run.', {
    issues: [{ path: 'dryRun', message: 'Must be false for a startup command' }],
  });

const LONGEST_WAIT_MS = 10 * 60 * 1000;

/**
 * Runs a command through the same queue as every other run, and returns its result. A startup command's result is cached.
 * Returns a run that waits for approval as it is: nobody knows when that comes.
 */
export function runAndWait({
  actor,
  subject,
  body,
  audit,
  signal,
  key,
}: Context<typeof runAndWaitOperation>) {
  const { templateId, params, isStartup = false, ...extras } = body;
  return waitForStarted({ actor, subject, templateId, params, isStartup, extras, audit, signal, key });
}

interface Started {
  actor: Person;
  subject: RunnableSubject;
  templateId: number;
  params: InputValues;
  isStartup: boolean;
  extras: RunExtras;
  audit: AuditSource;
  signal: AbortSignal;
  key: RequestKey | null;
  /** Called once the run is in line. */
  onStarted?: (runId: number) => Promise<void>;
}

/**
 * Starts a run and waits for its end, or returns it as it is if it needs approval first. Throws 504 with the run's id after
 * ten minutes; the run goes on.
 */
export async function waitForStarted(started: Started): Promise<ResponseOf<typeof runAndWaitOperation>> {
  const { actor, subject, isStartup, extras, audit, signal, key } = started;
  refuseOtherTemplate(started.templateId, subject.templateId);
  if (isStartup && extras.isDryRun === true) throw noDryStartup();
  const params = isStartup ? await startupParams(subject, started.params) : started.params;
  const trigger: RunTrigger = isStartup ? 'startup' : triggerOf(actor.through);
  const start = { command: subject, actor, values: params, trigger, audit, key, extras, isAwaited: true };
  const runId = key?.madeId ?? (await createStartedRun(start));
  await started.onStarted?.(runId);
  if (subject.form.command.needsApproval) {
    const held = await readRun({
      actor,
      subject: { orgId: subject.orgId, runId, isOver: false },
      query: {},
      signal,
    });
    if (held.approval?.state === 'waiting') return held;
  }
  const ended = await readEndedRun({
    actor,
    orgId: subject.orgId,
    runId,
    timeoutMs: LONGEST_WAIT_MS,
    signal,
    isGoing: key?.madeId == null,
  });
  if (ended !== null && isStartup) await keepStartupAnswer(actor, subject, ended);
  if (ended !== null) return ended;
  throw new AppError('timed_out', `Run ${runId} is still running after ten minutes. Check back later.`, {
    issues: [{ path: 'run_id', message: String(runId) }],
  });
}
