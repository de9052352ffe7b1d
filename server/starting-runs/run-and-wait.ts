import type { runAndWait as runAndWaitOperation } from '@/lib/contract/runs';
import { triggerOf } from '@/lib/runs/trigger';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { readEndedRun, readRun } from '@/server/runs/read-run';
import { createStartedRun } from '@/server/starting-runs/start-run';
import { keepStartupAnswer, startupParams } from '@/server/startup/startup-commands';

const noDryStartup = () =>
  new AppError('invalid', 'A startup command sets variables, so it has no dry run.', {
    issues: [{ path: 'dryRun', message: 'Must be false for a startup command' }],
  });

const LONGEST_WAIT_MS = 10 * 60 * 1000;

/**
 * Runs a command through the same queue as every other run, and returns its result. A startup command's result is cached.
 * Returns a run that waits for approval as it is: nobody knows when that comes.
 */
export async function runAndWait({
  actor,
  subject,
  body,
  audit,
  signal,
  key,
}: Context<typeof runAndWaitOperation>) {
  refuseOtherTemplate(body.templateId, subject.templateId);
  const isStartup = body.isStartup ?? false;
  if (isStartup && body.isDryRun === true) throw noDryStartup();
  const params = isStartup ? await startupParams(subject, body.params) : body.params;
  const trigger = isStartup ? 'startup' : triggerOf(actor.through);
  const runId = key?.madeId ?? (await createStartedRun(subject, actor, params, trigger, audit, key, body));
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
