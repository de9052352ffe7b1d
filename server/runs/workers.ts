import { sql } from '@/server/db';
import { env } from '@/server/env';

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
    [env().workerDeadAfterSeconds],
  );
  return row?.alive ?? false;
}

/**
 * Of the runs that a worker is running, those to stop: somebody asked for it and the notice was lost, or they were
 * ended from elsewhere because the worker was silent for too long.
 */
export async function runsToStop(runIds: readonly number[]): Promise<number[]> {
  if (runIds.length === 0) return [];
  const rows = await sql.query<{ run_id: number }>(
    `select run_id from run
     where run_id = any($1) and (cancel_requested_by is not null or status not in ('starting', 'running'))`,
    [runIds],
  );
  return rows.map((row) => row.run_id);
}

/** Forgets what has no more use: old keys, sessions that ended, links that expired, old messages, workers long gone. */
export async function tidyUp(): Promise<void> {
  await sql.query(`delete from idempotency_key where created_at < now() - interval '24 hours'`);
  await sql.query('delete from session where expires_at < now()');
  await sql.query('delete from access_request where expires_at < now()');
  await sql.query(`delete from join_token where expires_at < now() - interval '30 days'`);
  await sql.query(`delete from mail_message where created_at < now() - interval '90 days'`);
  await sql.query(`delete from worker where heartbeat_at < now() - interval '1 day'`);
}
