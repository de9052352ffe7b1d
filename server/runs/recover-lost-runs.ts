import { sql } from '@/server/db';
import { env } from '@/server/env';
import { enqueueRunSql } from '@/server/queue/tasks';
import { forgetLostSpreadsheets } from '@/server/results/make-spreadsheet';
import { notifyRunChangedSql } from '@/server/runs/run-changes';
import { runError } from '@/server/runs/settle-run';
import { wakeAllWaitingRuns } from '@/server/runs/waiting-runs';

const NEVER_STARTED_MINUTES = 60;

const LOST = JSON.stringify([
  runError(
    'The worker that ran this was lost.',
    'It may have had effects at its source, so it was not run again. Look before you run it again.',
  ),
]);
const NEVER_STARTED = JSON.stringify([runError('The run was created, but never started.')]);

/** How many runs each repair concerned. */
export interface Recovered {
  lost: number;
  neverStarted: number;
  queuedAgain: number;
  woken: number;
}

/**
 * Ends the runs of dead workers, and those that were created and never started; puts runs back on the queue
 * that no worker ever took, and clears the queue of what is over. A run that had begun is never run again. Any
 * number of workers may do this at once: each change is guarded by the state it changes.
 *
 * @param deadAfterSeconds how long a worker is silent before it counts as dead
 */
export async function recoverLostRuns(deadAfterSeconds = env().workerDeadAfterSeconds): Promise<Recovered> {
  const recovered = {
    lost: await endLostRuns(deadAfterSeconds),
    neverStarted: await endNeverStartedRuns(),
    queuedAgain: await queueForgottenRuns(deadAfterSeconds),
    woken: await wakeAllWaitingRuns(),
  };
  await forgetLostSpreadsheets(deadAfterSeconds);
  await clearQueue(deadAfterSeconds);
  return recovered;
}

/** While the database was away no worker could say that it lives, so nobody is dead until it is back a while. */
async function endLostRuns(deadAfterSeconds: number): Promise<number> {
  const lost = await sql.query(
    `with lost as (
       update run set status = 'failed', end_reason = 'worker_lost', ended_at = now(), errors = $1::text::jsonb
       where status = 'running'
         and pg_postmaster_start_time() < now() - make_interval(secs => $2)
         and not exists (
           select 1 from worker w where w.worker_id = run.worker_id
             and w.heartbeat_at > now() - make_interval(secs => $2))
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from lost`,
    [LOST, deadAfterSeconds],
  );
  return lost.length;
}

async function endNeverStartedRuns(): Promise<number> {
  const forgotten = await sql.query(
    `with forgotten as (
       update run set status = 'failed', end_reason = 'never_started', ended_at = now(), errors = $1::text::jsonb
       where status = 'starting' and queued_at is null and created_at < now() - make_interval(mins => $2)
       returning run_id
     )
     select ${notifyRunChangedSql('run_id')} from forgotten`,
    [NEVER_STARTED, NEVER_STARTED_MINUTES],
  );
  return forgotten.length;
}

/** Runs whose task was taken by a worker that died, or lost its answer, before the run itself was taken. */
async function queueForgottenRuns(deadAfterSeconds: number): Promise<number> {
  const queued = await sql.query(
    `select ${enqueueRunSql('r.run_id')} from run r
     where r.status = 'starting' and not r.is_waiting and r.queued_at < now() - make_interval(secs => $1)
       and not exists (
         select 1 from graphile_worker.jobs j
         where j.key = 'run:' || r.run_id
           and (j.attempts < j.max_attempts or j.locked_at > now() - make_interval(secs => $1)))`,
    [deadAfterSeconds],
  );
  return queued.length;
}

/**
 * A task whose worker died stays locked for hours, though its run is long over. Tasks are tried once, so what is
 * unlocked is not run again, and what was tried can go.
 */
async function clearQueue(deadAfterSeconds: number): Promise<void> {
  await sql.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct j.locked_by))
     from graphile_worker.jobs j
     left join run r on r.run_id = substring(j.key from '^run:([0-9]+)$')::int
     left join run_spreadsheet s on s.run_id = substring(j.key from '^spreadsheet:([0-9]+)$')::int
     left join mail_message mm on mm.mail_id = substring(j.key from '^mail:([0-9]+)$')::int
     where j.locked_at < now() - make_interval(secs => $1)
       and r.status is distinct from 'running' and r.status is distinct from 'starting'
       and s.status is distinct from 'making' and mm.state is distinct from 'sending'
     having count(*) > 0`,
    [deadAfterSeconds],
  );
  await sql.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where locked_at is null and attempts >= max_attempts
     having count(*) > 0`,
  );
}
