import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/job-digest';
import type { DIGEST_OF } from '@/lib/contract/schedules/job-digest';
import { DEFAULT_ZONE } from '@/lib/schedules/time-zones';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { databaseNow } from '@/server/automation/schedules/create-job';
import { checkedPlan, nextRunAt } from '@/server/automation/schedules/job-plan';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

type JobDigest = Decoded<typeof contract.jobDigest>;

/** Once a day at an hour, on the clocks of a zone. */
export const dailyAt = (hour: number, timezone: string) => ({
  cronExpression: `0 ${hour} * * *`,
  cronTimezone: timezone,
});

const OFF: JobDigest = { isOn: false, which: 'owned', hour: 7, timezone: DEFAULT_ZONE, nextAt: null };

async function digestOf(orgId: string, userId: string, db: Sql): Promise<JobDigest> {
  const [row] = await query(
    {
      which: column.textAs<(typeof DIGEST_OF)[number]>(),
      hour: column.int,
      timezone: column.text,
      next_at: column.time,
    },
    statement`select which, hour, timezone, next_at from job_digest
      where org_id = ${orgId} and user_id = ${userId}`,
    db,
  );
  if (row === undefined) return OFF;
  const { which, hour, timezone } = row;
  return { isOn: true, which, hour, timezone, nextAt: row.next_at.toISOString() };
}

export function readJobDigest({
  actor,
  subject: { orgId },
}: Context<typeof contract.readJobDigest>): Promise<JobDigest> {
  return digestOf(orgId, actor.userId, sql);
}

/** Leaves out what ended before it was turned on. Throws 400 for an unknown time zone. */
export async function updateJobDigest({
  actor: { userId },
  subject: { orgId },
  body: { isOn, which, hour, timezone },
  audit,
}: Context<typeof contract.updateJobDigest>): Promise<JobDigest> {
  const plan = checkedPlan(dailyAt(hour, timezone));
  return transaction(async (tx) => {
    if (isOn) {
      const next = nextRunAt(plan, await databaseNow(tx));
      await execute(
        statement`insert into job_digest (org_id, user_id, which, hour, timezone, next_at)
          values (${orgId}, ${userId}, ${which}, ${hour}, ${plan.cronTimezone}, ${next})
          on conflict (org_id, user_id) do update set which = ${which}, hour = ${hour},
            timezone = ${plan.cronTimezone}, next_at = ${next}`,
        tx,
      );
    } else {
      await execute(statement`delete from job_digest where org_id = ${orgId} and user_id = ${userId}`, tx);
    }
    const after = await digestOf(orgId, userId, tx);
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.digest',
      subjectType: 'member',
      subjectId: userId,
      after: { is_on: after.isOn, which: after.which, hour: after.hour, timezone: after.timezone },
    });
    return after;
  });
}
