import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type { JsonValue } from '@/lib/base/json';
import type * as contract from '@/lib/contract/schedules/jobs';
import { type AuditSource, recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { alsoSetBy } from '@/server/automation/also-set-by';
import { refuseUnrunnable } from '@/server/automation/schedules/auto-runs/check-auto-run';
import { checkJob, type PlannedJob } from '@/server/automation/schedules/check-job';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { checkedPlan } from '@/server/automation/schedules/job-plan';
import { type JobRow, lockJob } from '@/server/automation/schedules/job-rows';
import {
  givenValues,
  mergedValues,
  openJobValues,
  writeJobValues,
} from '@/server/automation/schedules/job-values';
import { readOneJob, type ScheduledJob } from '@/server/automation/schedules/list-jobs';
import { nextOpenTime } from '@/server/automation/schedules/open-times';
import { type Sql, transaction } from '@/server/base/database/db';
import { execute } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { OWNER_LOST } from '@/server/dependents/pause-run';
import { settlePaused } from '@/server/messages/notify';
import type { Context } from '@/server/operations/context';
import { type TakeOptions, withOptions } from '@/server/runs/options/check-chosen';
import { refuseUnconfirmed } from '@/server/runs/start/confirmation';

type Body = Context<typeof contract.updateJob>['body'];

/** What the audit log says about a job. Its values stay out of it. */
const loggedOf = (job: Omit<JobRow, 'last_runs'>): Record<string, JsonValue> => ({
  name: job.name,
  cron_expression: job.cron_expression,
  cron_timezone: job.cron_timezone,
  is_enabled: job.is_enabled,
  is_deleted: job.is_deleted,
  allows_overlap: job.allows_overlap,
  skips_days_off: job.skips_days_off,
  timeout_seconds: job.timeout_seconds,
  retry_count: job.retry_count,
});

function actionOf(before: JobRow, after: { is_deleted: boolean; is_enabled: boolean }): string {
  if (before.is_deleted !== after.is_deleted)
    return after.is_deleted ? 'cron_job.delete' : 'cron_job.restore';
  if (before.is_enabled !== after.is_enabled) return after.is_enabled ? 'cron_job.resume' : 'cron_job.pause';
  return 'cron_job.update';
}

/**
 * Changes a job. One that is on afterward must be able to run, as `checkJob` says; pausing, deleting, and renaming are
 * always possible.
 */
export async function updateJob({
  actor,
  subject: command,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.updateJob>): Promise<ScheduledJob> {
  return changeJob({ command, actor, jobId: cronJobId, body, audit });
}

export async function deleteJob({
  actor,
  subject: command,
  params: { cronJobId },
  audit,
}: Context<typeof contract.deleteJob>): Promise<undefined> {
  await changeJob({ command, actor, jobId: cronJobId, body: { isDeleted: true }, audit });
  return undefined;
}

interface Change {
  command: RunnableSubject;
  actor: Person;
  jobId: number;
  body: Body;
  audit: AuditSource;
}

const changeJob = (change: Change): Promise<ScheduledJob> =>
  withOptions((takeOptions) => transaction((tx) => changeIn(tx, change, takeOptions)));

async function changeIn(
  tx: Sql,
  { command, actor, jobId, body, audit }: Change,
  takeOptions: TakeOptions,
): Promise<ScheduledJob> {
  const { orgId } = command;
  const { inputs } = command.form;
  const before = await lockJob(tx, command, jobId);
  const plan = checkedPlan({
    cronExpression: body.cronExpression ?? before.cron_expression,
    cronTimezone: body.cronTimezone ?? before.cron_timezone,
  });
  const given = givenValues(inputs, body);
  const values =
    given === null ? null : mergedValues(inputs, given, await openJobValues(orgId, jobId, tx, given));
  if (body.confirmation != null) refuseUnconfirmed(command, body.confirmation);
  const after = {
    ...before,
    name: body.name ?? before.name,
    cron_expression: plan.cronExpression,
    cron_timezone: plan.cronTimezone,
    is_enabled: body.isEnabled ?? before.is_enabled,
    is_deleted: body.isDeleted ?? before.is_deleted,
    allows_overlap: body.allowsOverlap ?? before.allows_overlap,
    skips_days_off: body.skipsDaysOff ?? before.skips_days_off,
    timeout_seconds: body.timeoutSeconds === undefined ? before.timeout_seconds : body.timeoutSeconds,
    retry_count: body.retryCount === undefined ? before.retry_count : body.retryCount,
    confirmed_word: body.confirmation?.trim() || before.confirmed_word,
  };
  const isSamePlan =
    plan.cronExpression === before.cron_expression && plan.cronTimezone === before.cron_timezone;
  const setters = given === null && isSamePlan ? before.also_set_by : alsoSetBy(before, actor.userId);
  const now = await databaseNow(tx);
  const isOn = after.is_enabled && !after.is_deleted;
  const next =
    isSamePlan && before.next_run_at !== null ? before.next_run_at : await nextOpenTime(tx, jobId, plan, now);
  if (isOn && Object.keys(body).some((key) => key !== 'name')) {
    await checkJob(
      command,
      actor,
      {
        ...plan,
        values: values ?? (await openJobValues(orgId, jobId, tx, null)),
        nextRunAt: next,
        timeoutSeconds: after.timeout_seconds,
        retryCount: after.retry_count,
        confirmedWord: after.confirmed_word,
        owner: { jobId, userId: before.owner_user_id },
        alsoSetBy: setters,
      },
      audit,
      takeOptions,
    );
  }
  await execute(
    statement`update scheduled_job set name = ${after.name}, cron_expression = ${plan.cronExpression},
        cron_timezone = ${plan.cronTimezone}, is_enabled = ${after.is_enabled},
        paused_reason = ${after.is_enabled ? null : before.paused_reason},
        deleted_at = ${after.is_deleted ? now : null}, next_run_at = ${isOn ? next : null}, planned_at = ${now},
        allows_overlap = ${after.allows_overlap}, skips_days_off = ${after.skips_days_off}, timeout_seconds = ${after.timeout_seconds},
        retry_count = ${after.retry_count}, confirmed_word = ${after.confirmed_word}, modified_at = ${now},
        modified_by_user_id = ${actor.userId}, also_set_by = ${setters}
      where org_id = ${orgId} and scheduled_job_id = ${jobId}`,
    tx,
  );
  if (given !== null) await writeJobValues(tx, orgId, jobId, inputs, given);
  if (before.paused_reason !== null) await settlePaused(tx, 'job_paused', command);
  await recordAudit(tx, audit, {
    orgId,
    action: actionOf(before, after),
    subjectType: 'scheduled_job',
    subjectId: String(jobId),
    before: loggedOf(before),
    after: { ...loggedOf(after), ...(given === null ? {} : { changed_values: true }) },
  });
  return readOneJob(actor, command, jobId, tx);
}

/**
 * Makes an engineer the owner of a job. One that was paused because its owner lost the command is on again; if it can't
 * run for them either, its reason now says why. A job that was paused for another reason stays paused. Throws 409 if they
 * can't run what it leads to. One that is on stays with its owner if it can't run with their rights, and what is thrown
 * says why.
 */
export async function takeJob({
  actor,
  subject: command,
  params: { cronJobId },
  audit,
}: Context<typeof contract.takeJob>): Promise<ScheduledJob> {
  const { orgId } = command;
  const take = async (tx: Sql, takeOptions: TakeOptions): Promise<ScheduledJob> => {
    const before = await lockJob(tx, command, cronJobId);
    if (before.owner_user_id === actor.userId) return readOneJob(actor, command, cronJobId, tx);
    await refuseUnrunnable(tx, before, actor);
    if (before.is_enabled && !before.is_deleted) {
      await checkJob(command, actor, await plannedFor(tx, before, actor), audit, takeOptions);
    }
    const isMended = before.paused_reason === OWNER_LOST.job && !before.is_enabled && !before.is_deleted;
    const resumed = isMended
      ? await resumeFor(tx, command, actor, before, audit, takeOptions)
      : { nextRunAt: before.next_run_at, pausedReason: before.paused_reason };
    const isEnabled = before.is_enabled || (isMended && resumed.pausedReason === null);
    await execute(
      statement`update scheduled_job set owner_user_id = ${actor.userId}, also_set_by = ${settersAfter(before, actor)},
          modified_at = now(), modified_by_user_id = ${actor.userId}, is_enabled = ${isEnabled}, paused_reason = ${resumed.pausedReason},
          next_run_at = ${resumed.nextRunAt}, planned_at = case when ${isMended} then now() else planned_at end
        where org_id = ${orgId} and scheduled_job_id = ${cronJobId}`,
      tx,
    );
    if (before.paused_reason !== null) await settlePaused(tx, 'job_paused', command);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.take',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      before: { owner: before.owner_user_id, is_enabled: before.is_enabled },
      after: { owner: actor.userId, is_enabled: isEnabled },
    });
    return readOneJob(actor, command, cronJobId, tx);
  };
  return withOptions((takeOptions) => transaction((tx) => take(tx, takeOptions)));
}

/** Who had a say in a job that a person takes over: its owner so far among them. */
const settersAfter = (job: JobRow, { userId }: Person): string[] =>
  alsoSetBy({ ...job, owner_user_id: userId }, job.owner_user_id);

/** A job as it would run next for a person who takes it over. */
async function plannedFor(tx: Sql, job: JobRow, taker: Person): Promise<PlannedJob> {
  const plan = checkedPlan({ cronExpression: job.cron_expression, cronTimezone: job.cron_timezone });
  return {
    ...plan,
    values: await openJobValues(job.org_id, job.scheduled_job_id, tx, null),
    nextRunAt: await nextOpenTime(tx, job.scheduled_job_id, plan, await databaseNow(tx)),
    timeoutSeconds: job.timeout_seconds,
    retryCount: job.retry_count,
    confirmedWord: job.confirmed_word,
    owner: null,
    alsoSetBy: settersAfter(job, taker),
  };
}

/** When a paused job runs next with the rights of another owner, or why it stays paused. */
async function resumeFor(
  tx: Sql,
  command: RunnableSubject,
  owner: Person,
  job: JobRow,
  audit: AuditSource,
  takeOptions: TakeOptions,
): Promise<{ nextRunAt: Date | null; pausedReason: string | null }> {
  const planned = await plannedFor(tx, job, owner);
  try {
    await checkJob(command, owner, planned, audit, takeOptions);
    return { nextRunAt: planned.nextRunAt, pausedReason: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { nextRunAt: null, pausedReason: error.message };
  }
}
