import statement from 'sql-template-tag';
import { runError } from '@/lib/runs/run-error';
import { column, query } from '@/server/base/database/statements';
import { notifyRunEnded } from '@/server/base/events/run-changes';
import { isDead, type RollCall } from '@/server/base/events/worker-alive';
import { failLostCombined } from '@/server/results/combined/make-combined';
import { forgetLostSpreadsheets } from '@/server/results/formats/make-spreadsheet';
import { endOrphanedRows, settleBulkRuns } from '@/server/runs/bulk/settle-bulk';
import { notifyQueued } from '@/server/runs/execute/line-up';
import { endRunsOf } from '@/server/runs/execute/own-runs';

/** A caller that creates a run sends its values at once, or within an hour; this leaves time to find those that don't. */
const NEVER_STARTED_MINUTES = 50;
/** Runs that never started stay in the index; older ones than this have been handled long ago. */
const LOOK_BACK_DAYS = 30;

const LOST = runError(
  'The worker that ran this was lost.',
  'It may have had effects at the source, so it was not run again. Check the source before you run it again.',
);
const NEVER_STARTED = JSON.stringify([
  runError(
    'The run was created, but its values never came, so it was never started.',
    'Nothing was sent to the source. Run it again.',
  ),
]);

/** How many runs each repair affected. */
export interface Recovered {
  lost: number;
  neverStarted: number;
  backInLine: number;
  /** Rows of bulk runs that never started, and bulk runs whose last row was recovered. */
  orphanedRows: number;
  bulkRuns: number;
}

const NOTHING: Recovered = { lost: 0, neverStarted: 0, backInLine: 0, orphanedRows: 0, bulkRuns: 0 };

/** Runs that were created and never started. */
const IS_NEVER_STARTED = statement`status = 'starting' and queued_at is null
  and created_at < now() - make_interval(mins => ${NEVER_STARTED_MINUTES})
  and created_at > now() - make_interval(days => ${LOOK_BACK_DAYS})`;

/** Whether there is anything that a dead worker may have left behind. In an idle system there isn't. */
async function isAnythingLeft(): Promise<boolean> {
  const [row] = await query(
    { is_left: column.boolean },
    statement`select exists (select from open_run) or exists (select from bulk_run where settled_at is null)
      or exists (select from run where ${IS_NEVER_STARTED})
      or exists (select from run_spreadsheet where status in ('queued', 'making'))
      or exists (select from combined_download where status in ('queued', 'making'))
      or exists (select from graphile_worker.jobs) as is_left`,
  );
  return row?.is_left ?? true;
}

/**
 * Ends the runs that dead workers were executing, and those that were created and never started. Runs that a dead worker
 * was about to start elsewhere go back in line. A run that had begun here is never run again, except once a row of a bulk
 * run of a command that is tagged as safe. Any number of workers may do this at once: each change is guarded by the
 * state it changes.
 */
export async function recoverLostRuns(call: RollCall): Promise<Recovered> {
  if (!(await isAnythingLeft())) return NOTHING;
  const safeRows = await runSafeRowsAgain(call);
  const recovered = {
    lost: await endLostRuns(call),
    neverStarted: await endNeverStartedRuns(),
    backInLine: safeRows + (await beginLostRunsAgain(call)),
    orphanedRows: await endOrphanedRows(),
    bulkRuns: await settleBulkRuns(null),
  };
  await forgetLostSpreadsheets(call);
  await failLostCombined(call);
  await clearQueue(call.deadAfterSeconds);
  return recovered;
}

const ENDED = { notified: column.text };

const endLostRuns = (call: RollCall): Promise<number> =>
  endRunsOf(isDead(statement`o.worker_id`, call), LOST);

async function endNeverStartedRuns(): Promise<number> {
  const forgotten = await query(
    ENDED,
    statement`with forgotten as (
       update run set status = 'failed', end_reason = 'never_started', ended_at = now(),
         errors = ${NEVER_STARTED}::text::jsonb
       where ${IS_NEVER_STARTED}
       returning run_id
     )
     select ${notifyRunEnded(statement`run_id`)} as notified from forgotten`,
  );
  return forgotten.length;
}

/**
 * Puts lost rows of bulk runs back in line if their command was tagged as safe: nobody is there to press Run again for
 * one of thousands. A row that loses a second worker ends like any other.
 */
async function runSafeRowsAgain(call: RollCall): Promise<number> {
  const again = await query(
    { queued: column.text },
    statement`with lost as (
       select o.org_id, o.run_id from open_run o
       join run r on r.org_id = o.org_id and r.run_id = o.run_id
       join run_definition d on d.org_id = r.org_id and d.definition_id = r.definition_id
       where o.state = 'executing' and o.parent_run_id is not null and o.times_lost = 0
         and r.status = 'running' and r.cancel_requested_by is null
         and d.content::jsonb ->> 'warningTag' = 'safe' and ${isDead(statement`o.worker_id`, call)}
     ), emptied as (
       delete from run_log l using lost where l.org_id = lost.org_id and l.run_id = lost.run_id
     ), reset as (
       update run set has_result = false, total_rows = null, result_bytes = null
       from lost where run.org_id = lost.org_id and run.run_id = lost.run_id and run.status = 'running'
     ), again as (
       update open_run o set worker_id = null, times_lost = o.times_lost + 1,
         state = (case when b.paused_at is null then 'waiting' else 'held' end)::open_run_state
       from lost, bulk_run b
       where o.org_id = lost.org_id and o.run_id = lost.run_id and o.state = 'executing' and o.times_lost = 0
         and b.org_id = o.org_id and b.run_id = o.parent_run_id
       returning o.run_id
     )
     select ${notifyQueued} as queued from again`,
  );
  return again.length;
}

/** Starting work elsewhere a second time finds the work that the first attempt started. */
async function beginLostRunsAgain(call: RollCall): Promise<number> {
  const again = await query(
    { queued: column.text },
    statement`with again as (
       update open_run o set state = 'waiting', worker_id = null, times_lost = o.times_lost + 1
       where o.state = 'beginning' and ${isDead(statement`o.worker_id`, call)}
       returning run_id
     )
     select ${notifyQueued} as queued from again`,
  );
  return again.length;
}

/**
 * A task whose worker died stays locked for hours. Tasks are tried once, so an unlocked one isn't tried again, and those
 * that were tried can be deleted.
 */
async function clearQueue(deadAfterSeconds: number): Promise<void> {
  await query(
    { force_unlock_workers: column.text },
    statement`select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
     from graphile_worker.jobs j
     left join run_spreadsheet s on s.run_id = substring(j.key from '^spreadsheet:([0-9]+)$')::bigint
     left join mail_message mm on mm.mail_id = substring(j.key from '^mail:([0-9]+)$')::bigint
     where j.locked_at < now() - make_interval(secs => ${deadAfterSeconds})
       and s.status is distinct from 'making' and mm.state is distinct from 'sending'
     having count(*) > 0`,
  );
  await query(
    { job_id: column.int },
    statement`select (graphile_worker.complete_jobs(array_agg(id))).id as job_id from graphile_worker.jobs
     where locked_at is null and attempts >= max_attempts
     having count(*) > 0`,
  );
}
