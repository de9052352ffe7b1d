import statement, { empty, type Sql as Statement } from 'sql-template-tag';
import { z } from 'zod';
import type { jobAlert } from '@/lib/contract/schedules/job-alerts';
import { ALERT_CHANNELS, ALERT_EVENTS, ONLY_WHEN } from '@/lib/schedules/alerts';
import type { Decoded } from '@/lib/wire/wire';
import { shownName } from '@/server/access/people/shown-name';
import { commandAccess } from '@/server/access/scope';
import { anyone } from '@/server/access/viewer';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';

export type JobAlert = Decoded<typeof jobAlert>;

const ALERT = {
  job_alert_id: column.int,
  channel: column.oneOf(ALERT_CHANNELS),
  user_id: column.text.nullable(),
  target: column.text,
  is_reached: column.boolean,
  events: z.array(z.enum(ALERT_EVENTS)),
  only_when: column.oneOf(ONLY_WHEN),
  attaches_result: column.boolean,
  last_delivery: column.json<{
    state: 'waiting' | 'sent' | 'failed';
    attempts: number;
    error: string | null;
    at: string;
  } | null>(),
};

/** Whether mail about the job `j` reaches the person `u`: its results are only for people who have the command. */
export const IS_REACHED: Statement = statement`(
  u.email is not null and u.service_org_id is null and exists (
    select from command c ${commandAccess(anyone(statement`u.user_id`))}
    where c.org_id = j.org_id and c.command_id = j.command_id and c.deleted_at is null and access.role is not null))`;

/** Whether the person `u` may change the alerts of the job `j`. */
export const IS_ENGINEER: Statement = statement`exists (
  select from command c ${commandAccess(anyone(statement`u.user_id`))}
  where c.org_id = j.org_id and c.command_id = j.command_id and c.deleted_at is null and access.role = 'admin')`;

/** Whether an admin lists the address of the alert `a`. Taking it off the list ends its mail. */
export const IS_LISTED: Statement = statement`exists (
  select from alert_address l where l.org_id = a.org_id and l.address = a.address)`;

/** Whether what the alert `a` of the job `j` tells reaches the person `u`, a listed address, or an address outside. */
export const REACHES: Statement = statement`case when a.address is not null then ${IS_LISTED}
  else a.user_id is null or ${IS_REACHED} end`;

/** The alerts of a job, in the order in which they were made. */
export async function readAlerts(
  orgId: string,
  jobId: number,
  which: Statement = empty,
  db: Sql = sql,
): Promise<JobAlert[]> {
  const rows = await query(
    ALERT,
    statement`select a.job_alert_id, a.channel, a.user_id, a.events, a.only_when, a.attaches_result,
        case when a.user_id is null then coalesce(a.address, a.host) else ${shownName(statement`a.org_id`)} end as target,
        ${REACHES} as is_reached,
        (select json_build_object('state', d.state, 'attempts', d.attempts, 'error', d.last_error,
           'at', to_char(coalesce(d.ended_at, d.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
         from job_delivery d where d.job_alert_id = a.job_alert_id
         order by d.job_delivery_id desc limit 1) as last_delivery
      from job_alert a
      join scheduled_job j on j.org_id = a.org_id and j.scheduled_job_id = a.scheduled_job_id
      left join "user" u on u.user_id = a.user_id
      left join membership m on m.org_id = a.org_id and m.user_id = a.user_id
      where a.org_id = ${orgId} and a.scheduled_job_id = ${jobId} ${which}
      order by a.job_alert_id`,
    db,
  );
  return rows.map((row) => ({
    alertId: row.job_alert_id,
    channel: row.channel,
    userId: row.user_id,
    target: row.target,
    isReached: row.is_reached,
    events: row.events,
    onlyWhen: row.only_when,
    attachesResult: row.attaches_result,
    lastDelivery: row.last_delivery,
  }));
}

/** One alert of a job. Throws 404 if it isn't one of the job's. */
export async function readAlert(tx: Sql, orgId: string, jobId: number, alertId: number): Promise<JobAlert> {
  const [alert] = await readAlerts(orgId, jobId, statement`and a.job_alert_id = ${alertId}`, tx);
  if (alert === undefined) throw notFound();
  return alert;
}
