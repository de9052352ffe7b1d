import type { Person } from '@/lib/access/vocabulary';
import { valuesAt } from '@/lib/schedules/relative-dates';
import type { AuditSource } from '@/server/access/audit';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { loadOwner } from '@/server/automation/schedules/job-owner';
import type { Plan } from '@/server/automation/schedules/job-plan';
import { byKey, type JobValues, refuseUnreadableDates } from '@/server/automation/schedules/job-values';
import { AppError } from '@/server/base/errors';
import { refuseLongTimeout } from '@/server/commands/settings/check-running';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import type { TakeOptions } from '@/server/runs/options/check-chosen';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { prepareChosenRun } from '@/server/runs/start/prepare-chosen-run';
import { prepareRun } from '@/server/runs/start/prepare-run';

/** A job as it would be after a change. */
export interface PlannedJob extends Plan {
  values: JobValues;
  nextRunAt: Date;
  timeoutSeconds: number | null;
  retryCount: number | null;
  confirmedWord: string | null;
  owner: { jobId: number; userId: string } | null;
  /** Who had a say in it, besides its owner. */
  alsoSetBy: readonly string[];
}

/**
 * Throws unless the job's next run could start now: both who saves it and its owner may run the command with these
 * values, an engineer who had no say in it could approve it, and its confirmation word was typed.
 *
 * @param takeOptions of `withOptions`
 */
export async function checkJob(
  command: RunnableSubject,
  actor: Person,
  job: PlannedJob,
  audit: AuditSource,
  takeOptions: TakeOptions,
): Promise<void> {
  const { inputs } = command.form;
  refuseUnreadableDates(inputs, job.values);
  refuseLongTimeout(job.timeoutSeconds);
  if ((job.retryCount ?? 0) > 0 && command.form.template.warningTag !== 'safe') {
    const message =
      'Only commands that are set to "Reads data" under Safety are retried after a failure. Set that, or set the retries to 0.';
    throw new AppError('impossible', message, { issues: [{ path: 'retryCount', message }] });
  }
  refuseUnconfirmed(command, job.confirmedWord);
  const moment = { slotMs: job.nextRunAt.getTime(), zone: job.cronTimezone };
  const values = valuesAt(inputs, byKey(inputs, job.values), moment);
  await prepareChosenRun(command, actor, values, 'runrams', audit, { takeOptions });
  await approvalGate(command, { userId: job.owner?.userId ?? actor.userId }, job.alsoSetBy);
  if (job.owner !== null && job.owner.userId !== actor.userId) await checkOwner(command, job.owner, values);
}

async function checkOwner(
  command: RunnableSubject,
  { jobId, userId }: { jobId: number; userId: string },
  values: Parameters<typeof prepareRun>[2],
): Promise<void> {
  const { orgId, commandId } = command;
  const owner = await loadOwner(userId, { jobId, commandId });
  const forOwner =
    owner === null
      ? null
      : await loadRunnable(owner, orgId, commandId, 'command.run').catch((error) => {
          if (error instanceof AppError) return null;
          throw error;
        });
  if (owner === null || forOwner === null) {
    throw new AppError(
      'conflict',
      'The owner of this job can no longer run the command. Take the job over first: its runs then have your rights.',
    );
  }
  await prepareRun(forOwner, owner, values, 'runrams');
}
