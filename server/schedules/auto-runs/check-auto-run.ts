import type { Person } from '@/lib/access/vocabulary';
import { valuesAt } from '@/lib/schedules/relative-dates';
import { loadRunnable, type RunnableSubject } from '@/server/access/load-command';
import { approvalGate } from '@/server/approvals/request-approval';
import { AppError } from '@/server/errors';
import { refuseUnconfirmed } from '@/server/running/confirmation';
import { invalidValues, valuesChecker } from '@/server/runs/prepare-run';
import { loadOwner } from '@/server/schedules/job-owner';
import type { JobRow } from '@/server/schedules/job-rows';
import { byKey, type JobValues, refuseUnreadableDates } from '@/server/schedules/job-values';

/** An auto-run as it would be after a change. */
export interface PlannedAutoRun {
  target: RunnableSubject;
  values: JobValues;
  /** The keys of the inputs that each row fills. */
  filled: ReadonlySet<string>;
  confirmedWord: string | null;
}

/** A person and the target as they have it now; null if they may not run it. */
export async function ownerOf(
  ownerUserId: string,
  jobId: number,
  orgId: string,
  targetId: number,
): Promise<{ owner: Person; target: RunnableSubject } | null> {
  const owner = await loadOwner(ownerUserId, { jobId, commandId: targetId });
  if (owner === null) return null;
  try {
    return { owner, target: await loadRunnable(owner, orgId, targetId, 'command.run') };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Throws unless the auto-run could start now as far as it doesn't depend on rows: both who saves it and the job's owner
 * may run the target with the job's own values, and its word to confirm with was typed.
 */
export async function checkAutoRun(
  job: JobRow,
  actor: Person,
  { target, values, filled, confirmedWord }: PlannedAutoRun,
): Promise<void> {
  const { inputs } = target.form;
  refuseUnreadableDates(inputs, values);
  refuseUnconfirmed(target, confirmedWord);
  const moment = { slotMs: (job.next_run_at ?? job.modified_at).getTime(), zone: job.cron_timezone };
  const given = valuesAt(inputs, byKey(inputs, values), moment);
  const refuseWrong = async (person: Person, command: RunnableSubject) => {
    const checked = (await valuesChecker(command, person))(given);
    const issues = checked.ok ? [] : checked.issues.filter(({ key }) => !filled.has(key));
    if (issues.length > 0) throw invalidValues(inputs, issues, 'runrams');
  };
  await refuseWrong(actor, target);
  const asOwner = await ownerOf(job.owner_user_id, job.scheduled_job_id, target.orgId, target.commandId);
  if (asOwner === null) {
    throw new AppError(
      'conflict',
      `The owner of this job can't run “${target.name}”. Take the job over first, or ask its engineers to share it with the owner.`,
    );
  }
  await refuseWrong(asOwner.owner, asOwner.target);
  await approvalGate(asOwner.target, asOwner.owner);
}
