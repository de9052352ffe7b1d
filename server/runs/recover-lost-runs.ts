import { sql } from '@/server/db';
import { enqueueRunSql } from '@/server/queue/tasks';
import { notifyRunChangedSql } from '@/server/runs/run-changes';
import { runError } from '@/server/runs/settle-run';

/** A worker whose heartbeat is older than this is dead. */
export const WORKER_DEAD_AFTER_SECONDS = 30;
/** A queued run that nobody took for this long has lost its place in the queue. */
const UNCLAIMED_SECONDS = 60;
const NEVER_STARTED_MINUTES = 60;

const LOST = JSON.stringify([
  runError(
    'The worker that ran this was lost.',
    'It may have had effects at its source, so it was not run again. Look before you run it again.',
  ),
]);
const NEVER_STARTED = JSON.stringify([runError('The run was created, but never started.')]);

/**
 * Ends the runs of dead workers, and those that were created and never started; puts runs back on the queue
 * that no worker ever took. A run that had begun is never run again. Any number of workers may do this at
 * once: each change is guarded by the state it changes.
 */
export async function recoverLostRuns(): Promise<{
  lost: number;
  neverStarted: number;
  queuedAgain: number;
}> {
  const lost = await sql.query(
    `with lost as (
       update run set status = 'failed', end_reason = 'worker_lost', ended_at = now(), errors = $1::text::jsonb
       where status = 'running' and not exists (
         select 1 from worker w where w.worker_id = run.worker_id
           and w.heartbeat_at > now() - make_interval(secs => $2))
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from lost`,
    [LOST, WORKER_DEAD_AFTER_SECONDS],
  );
  const neverStarted = await sql.query(
    `with forgotten as (
       update run set status = 'failed', end_reason = 'never_started', ended_at = now(), errors = $1::text::jsonb
       where status = 'starting' and queued_at is null and created_at < now() - make_interval(mins => $2)
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from forgotten`,
    [NEVER_STARTED, NEVER_STARTED_MINUTES],
  );
  const queuedAgain = await sql.query(
    `select ${enqueueRunSql('r.run_id')} from run r
     where r.status = 'starting' and r.queued_at < now() - make_interval(secs => $1)
       and not exists (
         select 1 from graphile_worker.jobs j where j.key = 'run:' || r.run_id and j.locked_at is null)`,
    [UNCLAIMED_SECONDS],
  );
  return { lost: lost.length, neverStarted: neverStarted.length, queuedAgain: queuedAgain.length };
}
