import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/job-settings';
import type { Decoded } from '@/lib/wire/wire';
import { recordAudit } from '@/server/access/audit';
import { shownName } from '@/server/access/people/shown-name';
import { type Sql, sql, transaction } from '@/server/base/database/db';
import { column, execute, query } from '@/server/base/database/statements';
import type { Context } from '@/server/operations/context';

type JobSettings = Decoded<typeof contract.jobSettings>;
export type DayOff = JobSettings['daysOff'][number];

export async function readJobSettings({
  subject: { orgId },
}: Context<typeof contract.readJobSettings>): Promise<JobSettings> {
  return settingsOf(orgId);
}

async function settingsOf(orgId: string, db: Sql = sql): Promise<JobSettings> {
  const [row] = await query(
    {
      paused_at: column.time.nullable(),
      paused_by: column.text.nullable(),
      days_off: column.json<DayOff[]>(),
    },
    statement`select s.paused_at, s.days_off, (
        select ${shownName(statement`s.org_id`)} from "user" u
        left join membership m on m.org_id = s.org_id and m.user_id = u.user_id
        where u.user_id = s.paused_by_user_id) as paused_by
      from org_job_settings s where s.org_id = ${orgId}`,
    db,
  );
  return {
    pausedAt: row?.paused_at?.toISOString() ?? null,
    pausedBy: row?.paused_by ?? null,
    daysOff: row?.days_off ?? [],
  };
}

/** What is left out stays. Pausing again keeps the time of the first. */
export async function updateJobSettings({
  actor,
  subject: { orgId },
  body,
  audit,
}: Context<typeof contract.updateJobSettings>): Promise<JobSettings> {
  const days =
    body.daysOff === undefined
      ? null
      : [...body.daysOff].sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return transaction(async (tx) => {
    await execute(
      statement`insert into org_job_settings (org_id) values (${orgId}) on conflict (org_id) do nothing`,
      tx,
    );
    await execute(
      statement`update org_job_settings set
          days_off = coalesce(${days === null ? null : JSON.stringify(days)}::text::jsonb, days_off),
          paused_by_user_id = case when ${body.isPaused ?? null}::boolean is null then paused_by_user_id
            when ${body.isPaused ?? false} then coalesce(paused_by_user_id, ${actor.userId}) end,
          paused_at = case when ${body.isPaused ?? null}::boolean is null then paused_at
            when ${body.isPaused ?? false} then coalesce(paused_at, now()) end
        where org_id = ${orgId}`,
      tx,
    );
    await recordAudit(tx, audit, {
      orgId,
      action: 'cron_job.settings',
      subjectType: 'org',
      subjectId: orgId,
      after: {
        ...(body.isPaused === undefined ? {} : { is_paused: body.isPaused }),
        ...(days === null ? {} : { days_off: days }),
      },
    });
    return settingsOf(orgId, tx);
  });
}
