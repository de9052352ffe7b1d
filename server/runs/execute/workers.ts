import statement from 'sql-template-tag';
import { codeHash, commit } from '@/lib/base/build';
import { column, execute, query } from '@/server/base/database/statements';
import { env } from '@/server/base/env';
import { isAlive, isTagServed } from '@/server/base/events/worker-alive';
import { troubles } from '@/server/base/outside/troubles';

/**
 * Sends a worker's heartbeat; the first call registers it.
 *
 * @param known the runs that it knows to be its own
 * @returns whether others are recorded as its own; claims that are under way may be among them
 */
export async function beat(workerId: string, known: readonly number[] = []): Promise<boolean> {
  const [row] = await query(
    { has_others: column.boolean },
    statement`insert into worker (worker_id, places, tags, build, code_hash, troubles, heartbeat_at)
      values (${workerId}, ${env().workerConcurrency}, ${env().workerTags}::text[], ${commit.hash}, ${codeHash}, ${JSON.stringify(troubles())},
        now())
      on conflict (worker_id) do update set heartbeat_at = now(), troubles = excluded.troubles
      returning exists (select from open_run o where o.worker_id = worker.worker_id
        and o.state in ('executing', 'beginning') and o.run_id <> all(${known}::bigint[])) as has_others`,
  );
  return row?.has_others ?? false;
}

/** Deletes the row of a worker that shuts down. */
export async function leave(workerId: string): Promise<void> {
  await execute(statement`delete from worker where worker_id = ${workerId}`);
}

/**
 * The tag that a run in line waits for because no worker that is alive has it; null for any other run, and for connections
 * without a tag.
 */
export async function missingTagOfRun(orgId: string, runId: number): Promise<string | null> {
  const [row] = await query(
    { tag: column.text },
    statement`select k.worker_tag as tag from open_run o
      join credential k on k.org_id = o.org_id and k.credential_id = o.credential_id
      where o.org_id = ${orgId} and o.run_id = ${runId} and o.state = 'waiting' and k.worker_tag is not null
        and not ${isTagServed(statement`k.worker_tag`)}`,
  );
  return row?.tag ?? null;
}

/** Whether any worker is serving the queue. */
export async function isAnyWorkerAlive(): Promise<boolean> {
  const [row] = await query(
    { alive: column.boolean },
    statement`select exists (select 1 from worker w
      where ${isAlive(env().workerDeadAfterSeconds)}) as alive`,
  );
  return row?.alive ?? false;
}

/**
 * Which of a worker's runs to stop: someone requested it and the notification was lost, or another process ended them
 * because the worker was silent for too long.
 */
export async function runsToStop(runIds: readonly number[]): Promise<number[]> {
  if (runIds.length === 0) return [];
  const rows = await query(
    { run_id: column.int },
    statement`select run_id from run
     where run_id = any(${runIds}) and (cancel_requested_by is not null or status not in ('starting', 'running'))`,
  );
  return rows.map((row) => row.run_id);
}

/** Deletes what is no longer needed: old keys, expired sessions and links, old messages, dead workers. */
export async function tidyUp(): Promise<void> {
  await execute(statement`delete from idempotency_key where created_at < now() - interval '24 hours'`);
  await execute(statement`delete from session where expires_at < now()`);
  await execute(statement`delete from used_logout_token where expires_at < now() - interval '1 day'`);
  // For a while, lists show that a token has expired.
  await execute(statement`delete from access_token where expires_at < now() - interval '90 days'`);
  await execute(statement`delete from oauth_code where expires_at < now() - interval '1 day'`);
  // For a while, the page of one says that it has expired.
  await execute(statement`delete from run_confirmation where expires_at < now() - interval '1 hour'`);
  await execute(statement`delete from access_request where expires_at < now()`);
  await execute(statement`delete from join_token where expires_at < now() - interval '30 days'`);
  await execute(statement`delete from sign_in_link where created_at < now() - interval '1 day'`);
  await execute(statement`delete from mail_message where created_at < now() - interval '90 days'`);
  await execute(statement`delete from notification where created_at < now() - interval '90 days'`);
  // Long after any clock could be set back to them.
  await execute(
    statement`delete from scheduled_firing where claimed_at < now() - interval '90 days' and state <> 'due'`,
  );
  await execute(
    statement`delete from job_delivery where created_at < now() - interval '30 days' and state <> 'waiting'`,
  );
  await execute(statement`delete from webhook_delivery where received_at < now() - interval '90 days'`);
  await execute(statement`delete from push_delivery where received_at < now() - interval '90 days'`);
  await execute(statement`delete from worker where heartbeat_at < now() - interval '1 day'`);
}
