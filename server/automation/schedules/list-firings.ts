import statement from 'sql-template-tag';
import type * as contract from '@/lib/contract/schedules/jobs';
import { type FIRING_OUTCOMES, MOST_JOBS_SHOWN, MOST_TIMES_A_DAY } from '@/lib/contract/schedules/jobs';
import { zoneOf } from '@/lib/schedules/time-zones';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

const DAYS = 7;

interface Time {
  at: string;
  outcome: (typeof FIRING_OUTCOMES)[number];
  runId: number | null;
}

/**
 * What came of past times, counted by day. Jobs whose commands the person doesn't configure are left out. A time that was
 * called off ahead counts on its day, and an entry about missed times counts each of them.
 */
export async function listFirings({
  actor,
  subject: { orgId },
  query: { cronJobIds, zone: given, days = DAYS },
}: Context<typeof contract.listFirings>) {
  const jobIds = cronJobIds.split(',').map(Number).slice(0, MOST_JOBS_SHOWN);
  const zone = zoneOf(given);
  if (zone === null) {
    throw new AppError('invalid', `“${given}” is not a valid time zone. Use a name such as Europe/Berlin.`, {
      issues: [{ path: 'zone', message: 'Must be a time zone' }],
    });
  }
  const rows = await query(
    {
      scheduled_job_id: column.int,
      date: column.text,
      succeeded: column.int,
      failed: column.int,
      called_off: column.int,
      running: column.int,
      times: column.json<Time[]>(),
    },
    statement`with told as (
        select f.scheduled_job_id, f.slot_at, (f.slot_at at time zone ${zone})::date as date, last.run_id,
          greatest(f.missed_count, 1) as count,
          case when f.state = 'called_off' then 'called_off' when f.state = 'failed' then 'failed'
            when last.status = 'success' or last.run_id is null and f.succeeded then 'succeeded' when last.status in ('starting', 'running') then 'running'
            when f.state = 'due' then 'running' else 'failed' end as outcome,
          row_number() over (partition by f.scheduled_job_id, (f.slot_at at time zone ${zone})::date
            order by f.slot_at) as place
        from scheduled_job j
        join command c on c.org_id = j.org_id and c.command_id = j.command_id
        join (${commandRoles(viewerOf(actor), statement`${orgId}`)}) roles on roles.command_id = j.command_id
        join scheduled_firing f on f.scheduled_job_id = j.scheduled_job_id
          and f.slot_at > now() - make_interval(days => ${days}) and f.slot_at < now() + interval '8 days'
        left join lateral (
          select r.run_id, r.status from run r
          where r.org_id = f.org_id and (r.run_id = f.run_id or r.parent_run_id = f.run_id and r.trigger = 'retry')
          order by r.run_id desc limit 1) last on true
        where j.org_id = ${orgId} and j.scheduled_job_id = any(${jobIds}::int[]) and roles.role = 'admin'
          and c.deleted_at is null
      )
      select scheduled_job_id, to_char(date, 'YYYY-MM-DD') as date,
        coalesce(sum(count) filter (where outcome = 'succeeded'), 0)::int as succeeded,
        coalesce(sum(count) filter (where outcome = 'failed'), 0)::int as failed,
        coalesce(sum(count) filter (where outcome = 'called_off'), 0)::int as called_off,
        coalesce(sum(count) filter (where outcome = 'running'), 0)::int as running,
        coalesce(json_agg(json_build_object('at', slot_at, 'outcome', outcome, 'runId', run_id) order by slot_at)
          filter (where place <= ${MOST_TIMES_A_DAY}), '[]') as times
      from told group by scheduled_job_id, date order by scheduled_job_id, date`,
  );
  return rows.map(({ scheduled_job_id: scheduledJobId, called_off: calledOff, times, ...row }) => ({
    ...row,
    scheduledJobId,
    calledOff,
    times: times.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
  }));
}
