import type { Person } from '@/lib/access/vocabulary';
import { valuesAt } from '@/lib/schedules/relative-dates';
import { loadRunnable, type RunnableSubject } from '@/server/access/load/load-command';
import { readAutoRuns } from '@/server/automation/schedules/auto-runs/stored-auto-runs';
import { loadOwner } from '@/server/automation/schedules/job-owner';
import type { JobRow } from '@/server/automation/schedules/job-rows';
import { byKey, type JobValues, refuseUnreadableDates } from '@/server/automation/schedules/job-values';
import type { Sql } from '@/server/base/database/db';
import { AppError } from '@/server/base/errors';
import { approvalGate } from '@/server/runs/approvals/request-approval';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';
import { invalidValues, valuesChecker } from '@/server/runs/start/prepare-run';

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
 * Throws 409 if a person who is about to own a job can't run what it leads to. The command isn't named, since they may
 * not see it. One that was deleted runs for nobody, so it isn't in the way.
 */
export async function refuseUnrunnable(
  tx: Sql,
  { org_id: orgId, scheduled_job_id: jobId }: JobRow,
  { userId }: Person,
): Promise<void> {
  for (const { kind, name, target_command_id: targetId, is_target_deleted: isDeleted } of await readAutoRuns(
    orgId,
    [jobId],
    tx,
  )) {
    if (isDeleted || (await ownerOf(userId, jobId, orgId, targetId)) !== null) continue;
    const which = kind === 'row' ? `the auto-run “${name}”` : 'the error auto-run';
    throw new AppError(
      'conflict',
      `You can't run the command that ${which} of this job starts. Ask its engineers to share it with you, or unlink the auto-run first.`,
    );
  }
}

/**
 * Throws unless the auto-run could start now as far as it doesn't depend on rows: both who saves it and the job's owner
 * may run the target with the job's own values, and its confirmation word was typed.
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
  await approvalGate(asOwner.target, asOwner.owner, [actor.userId]);
}
