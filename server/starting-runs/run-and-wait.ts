import type { Person } from '@/lib/access/vocabulary';
import type { ResponseOf } from '@/lib/contract/operation';
import type { runAndWait as runAndWaitOperation } from '@/lib/contract/runs';
import type { InputValues } from '@/lib/inputs/input';
import { triggerOf } from '@/lib/runs/trigger';
import type { AuditSource } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load-command';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import type { RequestKey } from '@/server/http/idempotency';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { readEndedRun } from '@/server/runs/read-run';
import { createStartedRun } from '@/server/starting-runs/start-run';
import { keepStartupAnswer, startupParams } from '@/server/startup/startup-commands';

const LONGEST_WAIT_MS = 10 * 60 * 1000;

/** Runs a command through the same queue as every other run, and returns its result. A startup command's result is cached. */
export function runAndWait({
  actor,
  subject,
  body,
  audit,
  signal,
  key,
}: Context<typeof runAndWaitOperation>) {
  const { templateId, params, isStartup = false } = body;
  return waitForStarted({ actor, subject, templateId, params, isStartup, audit, signal, key });
}

interface Started {
  actor: Person;
  subject: RunnableSubject;
  templateId: number;
  params: InputValues;
  isStartup: boolean;
  audit: AuditSource;
  signal: AbortSignal;
  key: RequestKey | null;
  /** Called once the run is in line. */
  onStarted?: (runId: number) => Promise<void>;
}

/** Starts a run and waits for its end. Throws 504 with the run's id after ten minutes; the run goes on. */
export async function waitForStarted(started: Started): Promise<ResponseOf<typeof runAndWaitOperation>> {
  const { actor, subject, isStartup, audit, signal, key } = started;
  refuseOtherTemplate(started.templateId, subject.templateId);
  const params = isStartup ? await startupParams(subject, started.params) : started.params;
  const trigger = isStartup ? 'startup' : triggerOf(actor.through);
  const runId = key?.madeId ?? (await createStartedRun(subject, actor, params, trigger, audit, key));
  await started.onStarted?.(runId);
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
