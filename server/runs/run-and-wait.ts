import type { runAndWait as runAndWaitOperation } from '@/lib/contract/runs';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { refuseOtherTemplate } from '@/server/runs/create-run';
import { readEndedRun } from '@/server/runs/read-run';
import { createStartedRun } from '@/server/runs/start-run';

const LONGEST_WAIT_MS = 10 * 60 * 1000;

/** Runs a command through the same queue as every other run, and answers its end. */
export async function runAndWait({
  actor,
  subject,
  body,
  audit,
  signal,
  key,
}: Context<typeof runAndWaitOperation>) {
  refuseOtherTemplate(body.templateId, subject.templateId);
  const runId =
    key?.madeId ?? (await createStartedRun(subject, actor, body.params, body.isStartup ?? false, audit, key));
  const ended = await readEndedRun(actor, subject.orgId, runId, LONGEST_WAIT_MS, signal);
  if (ended !== null) return ended;
  throw new AppError(
    'timed_out',
    `Run ${runId} is still going after ten minutes. It goes on; look at it later.`,
    {
      issues: [{ path: 'run_id', message: String(runId) }],
    },
  );
}
