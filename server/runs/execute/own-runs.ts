import statement, { type Sql as Statement } from 'sql-template-tag';
import type { RunError } from '@/lib/runs/run-error';
import { runError } from '@/lib/runs/run-error';
import { column, query } from '@/server/base/database/statements';
import { notifyRunEnded } from '@/server/base/events/run-changes';
import { longRunsTold } from '@/server/messages/notify';
import { notifyQueued } from '@/server/runs/execute/line-up';
import { retryParts } from '@/server/runs/execute/retry-run';

const ABANDONED = runError(
  'Something went wrong in Pushboard during this run, and how it ended is not known.',
  'It may have had effects at the source. Check the source before you run it again.',
);

/**
 * Ends runs that had begun on a worker and that nothing executes anymore. They are never run again by themselves, since
 * they may have had effects. Returns how many ended.
 *
 * @param ofWhom a condition on the worker or the id of the run in line `o`
 */
export async function endRunsOf(ofWhom: Statement, error: RunError): Promise<number> {
  const ended = await query(
    { notified: column.text },
    statement`with lost as (
       update run set status = 'failed', end_reason = 'worker_lost', ended_at = now(),
         errors = ${JSON.stringify([error])}::text::jsonb
       from open_run o
       where run.org_id = o.org_id and run.run_id = o.run_id and run.status = 'running'
         and o.state = 'executing' and ${ofWhom}
       returning run.org_id, run.run_id, run.command_id, run.started_by_user_id, run.trigger, run.started_at
     ), ${longRunsTold(statement`lost`)}, left_line as (
       delete from open_run o using lost where o.org_id = lost.org_id and o.run_id = lost.run_id
     ), ${retryParts(statement`lost`, statement`'worker_lost'`)}
     select ${notifyRunEnded(statement`run_id`)} as notified from lost`,
  );
  return ended.length;
}

/** Ends runs of this worker that began and whose end failed here, so that they don't keep their places. */
export const endAbandonedRuns = (workerId: string, runIds: readonly number[]): Promise<number> =>
  endRunsOf(statement`o.worker_id = ${workerId} and o.run_id = any(${runIds}::bigint[])`, ABANDONED);

/**
 * Puts back in line runs that are claimed by a worker that doesn't know them: the claim was saved, but the response was
 * lost with the connection, so none of them has begun. That worker itself must call this, and not while it claims.
 */
export async function returnUnknownRuns(workerId: string, known: readonly number[]): Promise<number> {
  const returned = await query(
    { queued: column.text },
    statement`with returned as (
       update open_run set state = 'waiting', worker_id = null
       where worker_id = ${workerId} and state in ('executing', 'beginning') and run_id <> all(${known}::bigint[])
       returning run_id
     )
     select ${notifyQueued} as queued from returned`,
  );
  return returned.length;
}
