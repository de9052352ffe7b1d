import statement, { empty } from 'sql-template-tag';
import type { Person } from '@/lib/access/vocabulary';
import type * as contract from '@/lib/contract/schedules/jobs';
import { JOBS_A_PAGE } from '@/lib/contract/schedules/jobs';
import type { scheduledJob } from '@/lib/contract/schedules/scheduled-job';
import type { Decoded } from '@/lib/wire/wire';
import type { RunnableSubject } from '@/server/access/load/load-command';
import { commandRoles } from '@/server/access/scope';
import { viewerOf } from '@/server/access/viewer';
import { NO_AUTO_RUNS, showAutoRuns } from '@/server/automation/schedules/auto-runs/show-auto-runs';
import {
  type JobRow,
  type ListedJob,
  listedJobOf,
  readJobRows,
} from '@/server/automation/schedules/job-rows';
import { readJobInputs, shownParams } from '@/server/automation/schedules/job-values';
import { readSkippedTimes } from '@/server/automation/schedules/open-times';
import { adHocSql, type Sql, sql } from '@/server/base/database/db';
import { notFound } from '@/server/base/errors';
import type { Context } from '@/server/operations/context';

export type ScheduledJob = Decoded<typeof scheduledJob>;

/** By the next time they fire; paused ones last. */
const BY_NEXT = statement`j.next_run_at nulls last, j.scheduled_job_id`;

/** The jobs of all commands that the person configures, as each of them can be read by itself. */
export async function listJobs({
  actor,
  subject: { orgId },
  query: asked,
}: Context<typeof contract.listJobs>): Promise<ListedJob[]> {
  const {
    page = 0,
    per_page: size = JOBS_A_PAGE,
    search,
    showDeleted,
    onlyDeleted,
    cronJobId,
    mine,
    failing,
  } = asked;
  const text = search?.trim().toLowerCase() ?? '';
  const rows = await readJobRows(
    statement`join (${commandRoles(viewerOf(actor), statement`${orgId}`)}) roles on roles.command_id = j.command_id
      where j.org_id = ${orgId} and roles.role = 'admin' and c.follows_command_id is null and c.deleted_at is null
        ${showDeleted === true || onlyDeleted === true || cronJobId !== undefined ? empty : statement`and j.deleted_at is null`}
        ${onlyDeleted === true ? statement`and j.deleted_at is not null` : empty}
        ${cronJobId === undefined ? empty : statement`and j.scheduled_job_id = ${cronJobId}`}
        ${mine === true ? statement`and j.owner_user_id = ${actor.userId}` : empty}
        ${text === '' ? empty : statement`and (strpos(lower(j.name), ${text}) > 0 or strpos(lower(c.name), ${text}) > 0)`}
        ${failing === true ? statement`and ${IS_FAILING}` : empty}
      order by ${BY_NEXT} limit ${size} offset ${page * size}`,
    adHocSql,
  );
  return rows.map((row) => listedJobOf(row, actor));
}

/** Whether the newest run of the job `j` that has ended failed. */
const IS_FAILING = statement`(
  select r.status in ('failed', 'cron_error') from run r
  where r.scheduled_job_id = j.scheduled_job_id and r.status not in ('starting', 'running', 'cron_cancellation')
  order by r.run_id desc limit 1)`;

export async function listCommandJobs({
  actor,
  subject,
  query: { showDeleted },
}: Context<typeof contract.listCommandJobs>): Promise<ScheduledJob[]> {
  const rows = await readJobRows(
    statement`where j.org_id = ${subject.orgId} and j.command_id = ${subject.commandId}
      ${showDeleted === true ? empty : statement`and j.deleted_at is null`} order by ${BY_NEXT}`,
  );
  return withValues(actor, subject, rows);
}

export async function readJob({
  actor,
  subject,
  params: { cronJobId },
}: Context<typeof contract.readJob>): Promise<ScheduledJob> {
  return readOneJob(actor, subject, cronJobId);
}

/** Throws 404 for a job that the command doesn't have. */
export async function readOneJob(
  actor: Person,
  command: RunnableSubject,
  jobId: number,
  db: Sql = sql,
): Promise<ScheduledJob> {
  const rows = await readJobRows(
    statement`where j.org_id = ${command.orgId} and j.command_id = ${command.commandId} and j.scheduled_job_id = ${jobId}`,
    db,
  );
  const [job] = await withValues(actor, command, rows, db);
  if (job === undefined) throw notFound();
  return job;
}

async function withValues(
  actor: Person,
  command: RunnableSubject,
  rows: readonly JobRow[],
  db: Sql = sql,
): Promise<ScheduledJob[]> {
  const inputs = await readJobInputs(
    command,
    rows.map((row) => row.scheduled_job_id),
    db,
  );
  const autoRuns = await showAutoRuns(
    actor,
    command,
    rows.map((row) => row.scheduled_job_id),
    db,
  );
  const skipped = await readSkippedTimes(
    rows.map((row) => row.scheduled_job_id),
    db,
  );
  return rows.map((row) => {
    const own = inputs.get(row.scheduled_job_id) ?? [];
    const params = shownParams(own);
    const { decorations, errorDecoration } = autoRuns.get(row.scheduled_job_id) ?? NO_AUTO_RUNS;
    return {
      ...listedJobOf(row, actor),
      params,
      paramsDeprecated: params,
      inputs: own,
      skippedTimes: skipped.get(row.scheduled_job_id) ?? [],
      decorations,
      errorDecoration,
    };
  });
}
