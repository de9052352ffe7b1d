import statement from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/schedules/jobs';
import { MOST_BACKFILLED } from '@/lib/contract/schedules/jobs';
import { nextTime } from '@/lib/schedules/firing-times';
import { recordAudit } from '@/server/access/audit';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { cronOf } from '@/server/automation/schedules/job-plan';
import { type JobRow, lockJob } from '@/server/automation/schedules/job-rows';
import { readOneJob, type ScheduledJob } from '@/server/automation/schedules/list-jobs';
import { type Sql, transaction } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';
import { approvalGate } from '@/server/runs/approvals/request-approval';

/**
 * Fires a job now, once more, with the rights of its owner. Its schedule stays as it is. Throws 422 if the run needs
 * approval, and only the person who starts it could give that.
 */
export async function runJobNow({
  actor,
  subject: command,
  params: { cronJobId },
  audit,
}: Pick<
  Context<typeof contract.runJobNow>,
  'actor' | 'subject' | 'params' | 'audit'
>): Promise<ScheduledJob> {
  return transaction(async (tx) => {
    const job = await lockUndeletedJob(tx, command, cronJobId);
    await refuseUnapprovable(command, job, actor);
    await claim(tx, job, actor, [await databaseNow(tx)]);
    await recordAudit(tx, audit, {
      orgId: command.orgId,
      action: 'cron_job.run',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
    });
    return readOneJob(actor, command, cronJobId, tx);
  });
}

/**
 * Fires a job for the times between two moments that did not start a run then, with the values that they would have had.
 * Throws 400 if there are too many, and 422 as `runJobNow`.
 */
export async function backfillJob({
  actor,
  subject: command,
  params: { cronJobId },
  body,
  audit,
}: Context<typeof contract.backfillJob>): Promise<{ count: number }> {
  return transaction(async (tx) => {
    const job = await lockUndeletedJob(tx, command, cronJobId);
    await refuseUnapprovable(command, job, actor);
    const now = (await databaseNow(tx)).getTime();
    const toMs = Math.min(Date.parse(body.to), now);
    const cron = cronOf(job.cron_expression);
    const slots: Date[] = [];
    for (let slot = nextTime(cron, job.cron_timezone, Date.parse(body.from) - 1); slot <= toMs; ) {
      slots.push(new Date(slot));
      if (slots.length > MOST_BACKFILLED) throw tooMany();
      slot = nextTime(cron, job.cron_timezone, slot);
    }
    const count = await claim(tx, job, actor, slots);
    await recordAudit(tx, audit, {
      orgId: command.orgId,
      action: 'cron_job.backfill',
      subjectType: 'scheduled_job',
      subjectId: String(cronJobId),
      after: { from: body.from, to: body.to, count },
    });
    return { count };
  });
}

function tooMany(): AppError {
  const message = `That is more than ${MOST_BACKFILLED} times. Choose a shorter span.`;
  return new AppError('invalid', message, { issues: [{ path: 'to', message }] });
}

async function lockUndeletedJob(tx: Sql, command: RunnableSubject, jobId: number): Promise<JobRow> {
  const job = await lockJob(tx, command, jobId);
  if (job.is_deleted) throw new AppError('conflict', 'This job is deleted. Restore it first.');
  return job;
}

async function refuseUnapprovable(command: RunnableSubject, job: JobRow, actor: Person): Promise<void> {
  const through = { kind: 'schedule', jobId: job.scheduled_job_id, commandId: job.command_id } as const;
  await approvalGate(command, { userId: job.owner_user_id, through }, [actor.userId]);
}

/** Claims times for a job; those that started a run, or are about to, are left alone. Returns how many it claimed. */
async function claim(
  tx: Sql,
  { org_id: orgId, scheduled_job_id: jobId }: JobRow,
  { userId }: Person,
  slots: readonly Date[],
): Promise<number> {
  const rows = await query(
    { slot_at: column.time },
    statement`insert into scheduled_firing (scheduled_job_id, org_id, slot_at, is_on_demand, asked_by_user_id)
      select ${jobId}, ${orgId}, slot, true, ${userId} from unnest(${[...slots]}::timestamptz[]) slot
      on conflict (scheduled_job_id, slot_at) do update
        set state = 'due', run_id = null, missed_count = 0, until_at = null, taken_until = now(), told_at = null,
          succeeded = null, is_on_demand = true, asked_by_user_id = excluded.asked_by_user_id
        where scheduled_firing.state in ('failed', 'called_off')
      returning slot_at`,
    tx,
  );
  return rows.length;
}
