import statement, { type Sql as Statement } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import { LAST_RUNS, type listedJob } from '@/lib/contract/schedules/scheduled-job';
import type { RunStatus } from '@/lib/runs/run-status';
import type { Decoded } from '@/lib/wire/wire';
import type { CommandSubject } from '@/server/access/load/load-command';
import { shownName } from '@/server/access/people/shown-name';
import { type Sql, sql } from '@/server/base/database/db';
import { column, query, type RowOf } from '@/server/base/database/statements';
import { notFound } from '@/server/base/errors';

export type ListedJob = Decoded<typeof listedJob>;

const JOB = {
  scheduled_job_id: column.int,
  org_id: column.text,
  command_id: column.int,
  command_name: column.text,
  template_id: column.int,
  name: column.text,
  cron_expression: column.text,
  cron_timezone: column.text,
  is_enabled: column.boolean,
  paused_reason: column.text.nullable(),
  is_deleted: column.boolean,
  next_run_at: column.time.nullable(),
  last_run_at: column.time.nullable(),
  owner_user_id: column.text,
  owner_name: column.text,
  also_set_by: column.texts,
  modified_by_user_id: column.text,
  modified_by_name: column.text,
  modified_at: column.time,
  allows_overlap: column.boolean,
  skips_days_off: column.boolean,
  timeout_seconds: column.int.nullable(),
  retry_count: column.int.nullable(),
  confirmed_word: column.text.nullable(),
  last_runs: column.json<ListedJob['lastRuns'] | null>(),
};
export type JobRow = RowOf<typeof JOB>;

const nameOf = (userId: Statement): Statement => statement`(
  select ${shownName(statement`j.org_id`)} from "user" u
  left join membership m on m.org_id = j.org_id and m.user_id = u.user_id
  where u.user_id = ${userId})`;

/** The last runs of the job `j`, the newest first; what its rows and attempts ran is left out. */
const LAST = statement`(
  select json_agg(json_build_object('runId', r.run_id, 'status', r.status,
    'durationMs', (extract(epoch from r.ended_at - r.started_at) * 1000)::int) order by r.run_id desc)
  from (select * from run r where r.scheduled_job_id = j.scheduled_job_id
    order by r.run_id desc limit ${LAST_RUNS}) r)`;

/** Reads jobs `j` of commands `c`. Access is in the condition. */
export function readJobRows(condition: Statement, db: Sql = sql): Promise<JobRow[]> {
  return query(
    JOB,
    statement`select j.scheduled_job_id, j.org_id, j.command_id, c.name as command_name, c.template_id, j.name,
        j.cron_expression, j.cron_timezone, j.is_enabled, j.paused_reason, j.deleted_at is not null as is_deleted,
        j.next_run_at, j.last_run_at, j.owner_user_id, ${nameOf(statement`j.owner_user_id`)} as owner_name,
        j.also_set_by, j.modified_by_user_id, ${nameOf(statement`j.modified_by_user_id`)} as modified_by_name, j.modified_at,
        j.allows_overlap, j.skips_days_off, j.timeout_seconds, j.retry_count, j.confirmed_word, ${LAST} as last_runs
      from scheduled_job j
      join command c on c.org_id = j.org_id and c.command_id = j.command_id
      ${condition}`,
    db,
  );
}

/** A job of a command, locked until the transaction ends. Throws 404 for one that the command doesn't have. */
export async function lockJob(
  tx: Sql,
  { orgId, commandId }: Pick<CommandSubject, 'orgId' | 'commandId'>,
  jobId: number,
): Promise<JobRow> {
  const [job] = await readJobRows(
    statement`where j.org_id = ${orgId} and j.command_id = ${commandId} and j.scheduled_job_id = ${jobId} for update of j`,
    tx,
  );
  if (job === undefined) throw notFound();
  return job;
}

export function listedJobOf(row: JobRow, actor: Person): ListedJob {
  return {
    scheduledJobId: row.scheduled_job_id,
    orgId: row.org_id,
    commandId: row.command_id,
    commandName: row.command_name,
    templateId: row.template_id,
    name: row.name,
    cronExpression: row.cron_expression,
    cronTimezone: row.cron_timezone,
    isEnabled: row.is_enabled,
    pausedReason: row.paused_reason,
    isDeleted: row.is_deleted,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    lastRunAt: row.last_run_at?.toISOString() ?? null,
    createdByUoId: `${row.owner_user_id}_${row.org_id}`,
    owner: { userId: row.owner_user_id, name: row.owner_name },
    isMine: row.owner_user_id === actor.userId,
    modifiedBy: { userId: row.modified_by_user_id, name: row.modified_by_name },
    modifiedAt: row.modified_at.toISOString(),
    allowsOverlap: row.allows_overlap,
    skipsDaysOff: row.skips_days_off,
    timeoutSeconds: row.timeout_seconds,
    retryCount: row.retry_count,
    lastRuns: (row.last_runs ?? []).map(({ runId, status, durationMs }) => ({
      runId,
      status: status as RunStatus,
      durationMs,
    })),
  };
}
