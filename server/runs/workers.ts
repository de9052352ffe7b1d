import { sql } from '@/server/db';
import { WORKER_DEAD_AFTER_SECONDS } from '@/server/runs/recover-lost-runs';

/** Says that a worker lives; the first call makes it known. */
export async function beat(workerId: string): Promise<void> {
  await sql.query(
    `insert into worker (worker_id) values ($1) on conflict (worker_id) do update set heartbeat_at = now()`,
    [workerId],
  );
}

/** A worker that stops in order takes its row with it. */
export async function leave(workerId: string): Promise<void> {
  await sql.query('delete from worker where worker_id = $1', [workerId]);
}

/** Whether any worker serves the queue. */
export async function isAnyWorkerAlive(): Promise<boolean> {
  const [row] = await sql.query<{ alive: boolean }>(
    `select exists (select 1 from worker where heartbeat_at > now() - make_interval(secs => $1)) as alive`,
    [WORKER_DEAD_AFTER_SECONDS],
  );
  return row?.alive ?? false;
}

/** The runs of a worker that somebody wants stopped; for cancellations whose notice was lost. */
export async function runsToCancel(workerId: string): Promise<number[]> {
  const rows = await sql.query<{ run_id: number }>(
    `select run_id from run where status = 'running' and worker_id = $1 and cancel_requested_by is not null`,
    [workerId],
  );
  return rows.map((row) => row.run_id);
}

/** Forgets what has no more use: old keys, sessions that ended, workers long gone. */
export async function tidyUp(): Promise<void> {
  await sql.query(`delete from idempotency_key where created_at < now() - interval '24 hours'`);
  await sql.query('delete from session where expires_at < now()');
  await sql.query(`delete from worker where heartbeat_at < now() - interval '1 day'`);
}
