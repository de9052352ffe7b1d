import statement from 'sql-template-tag';
import type { createJob as createJobOperation } from '@/lib/contract/schedules/jobs';
import { MOST_JOBS } from '@/lib/contract/schedules/scheduled-job';
import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import { recordAudit } from '@/server/access/audit';
import { type CreatedAlert, checkedAlert, insertAlert } from '@/server/automation/schedules/alerts/new-alert';
import { checkJob } from '@/server/automation/schedules/check-job';
import { checkedPlan, nextRunAt } from '@/server/automation/schedules/job-plan';
import { givenValues, writeJobValues } from '@/server/automation/schedules/job-values';
import { readOneJob, type ScheduledJob } from '@/server/automation/schedules/list-jobs';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError, forbidden } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { withOptions } from '@/server/runs/options/check-chosen';
import { refuseOtherCaller, refuseOtherTemplate } from '@/server/runs/start/create-run';

/** The database's time, which decides when jobs fire. */
export async function databaseNow(db: Sql = sql): Promise<Date> {
  const [row] = await query({ now: column.time }, statement`select now()`, db);
  if (row === undefined) throw new Error('The database returned no time');
  return row.now;
}

/** Creates a job with its alerts, which fires from its next time on. Throws as `checkJob` and `checkedAlert` do. */
export async function createJob({
  actor,
  subject: command,
  body,
  audit,
}: Pick<Context<typeof createJobOperation>, 'actor' | 'subject' | 'body' | 'audit'>): Promise<
  ScheduledJob & { alerts: CreatedAlert[] }
> {
  const { orgId, commandId } = command;
  if (body.templateId !== undefined) refuseOtherTemplate(body.templateId, command.templateId);
  if (body.commandId !== undefined && body.commandId !== commandId)
    throw forbidden('The kitId is of another command.');
  refuseOtherCaller(body.createdByUoId, actor, orgId);
  const plan = checkedPlan({ cronTimezone: DEFAULT_ZONE, ...body });
  const values = givenValues(command.form.inputs, body) ?? new Map();
  const isEnabled = body.isEnabled ?? true;
  const now = await databaseNow();
  const next = nextRunAt(plan, now);
  const { timeoutSeconds = null, retryCount = null, allowsOverlap = false, confirmation } = body;
  const confirmedWord = confirmation?.trim() || null;
  const settings = { timeoutSeconds, retryCount, confirmedWord };
  const job = { ...plan, ...settings, values, nextRunAt: next, owner: null, alsoSetBy: [] };
  await withOptions((takeOptions) => checkJob(command, actor, job, audit, takeOptions));
  const checked = await Promise.all(
    (body.alerts ?? []).map((alert, index) => checkedAlert(alert, `alerts.${index}.`)),
  );
  return transaction(async (tx) => {
    await refuseTooMany(tx, orgId);
    const [row] = await query(
      { scheduled_job_id: column.int },
      statement`insert into scheduled_job (org_id, command_id, owner_user_id, name, cron_expression, cron_timezone,
          is_enabled, next_run_at, planned_at, allows_overlap, skips_days_off, timeout_seconds, retry_count, confirmed_word,
          modified_by_user_id)
        values (${orgId}, ${commandId}, ${actor.userId}, ${body.name}, ${plan.cronExpression}, ${plan.cronTimezone},
          ${isEnabled}, ${isEnabled ? next : null}, ${now}, ${allowsOverlap}, ${body.skipsDaysOff ?? false}, ${timeoutSeconds}, ${retryCount},
          ${confirmedWord}, ${actor.userId})
        returning scheduled_job_id`,
      tx,
    );
    if (row === undefined) throw new Error('A job was not inserted');
    const jobId = row.scheduled_job_id;
    await writeJobValues(tx, orgId, jobId, command.form.inputs, values);
    // The values stay out of the log: they may be personal, and the job itself shows them.
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.create',
      subjectType: 'scheduled_job',
      subjectId: String(jobId),
      after: {
        kit_id: commandId,
        name: body.name,
        cron_expression: plan.cronExpression,
        cron_timezone: plan.cronTimezone,
        is_enabled: isEnabled,
      },
    });
    const alerts: CreatedAlert[] = [];
    for (const alert of checked) alerts.push(await insertAlert(tx, { orgId, jobId, actor, audit }, alert));
    return { ...(await readOneJob(actor, command, jobId, tx)), alerts };
  });
}

/** Locks the organization's jobs, so that they are counted one after the other. */
async function refuseTooMany(tx: Sql, orgId: string): Promise<void> {
  await query(
    { pg_advisory_xact_lock: column.text },
    statement`select pg_advisory_xact_lock(hashtextextended('jobs of ' || ${orgId}::text, 0))`,
    tx,
  );
  const [row] = await query(
    { count: column.int },
    statement`select count(*)::int from scheduled_job where org_id = ${orgId} and deleted_at is null`,
    tx,
  );
  if ((row?.count ?? 0) < MOST_JOBS) return;
  throw new AppError('conflict', `There are ${MOST_JOBS} scheduled jobs already. Delete some first.`);
}
