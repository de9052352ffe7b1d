import { sql } from '@/server/db';
import { env } from '@/server/env';
import { enqueueRunSql } from '@/server/queue/tasks';

/**
 * Puts as many of a connection's waiting runs back on the queue as there are places free, the oldest first, of
 * commands that have a place free. Answers how many. To be called whenever one of its runs has ended; done too
 * often it does no harm, since a run that finds no place waits again.
 */
export async function wakeWaitingRuns(credentialId: number): Promise<number> {
  const woken = await sql.query(
    `with next as (
       select run_id from run w
       where credential_id = $1 and status = 'starting' and is_waiting and (
         select count(*) from run o
         where o.credential_id = $1 and o.status = 'running' and o.command_id = w.command_id) < $3
       order by queued_at
       limit greatest(0, $2 - (select count(*) from run o where o.credential_id = $1 and o.status = 'running'))
       for update skip locked
     ), woken as (
       update run set is_waiting = false from next where run.run_id = next.run_id and run.status = 'starting'
       returning run.run_id
     )
     select ${enqueueRunSql('run_id')} from woken`,
    [credentialId, env().credentialConcurrency, env().commandConcurrency],
  );
  return woken.length;
}

/** The same for every connection that has waiting runs; for places that came free while nobody could tell. */
export async function wakeAllWaitingRuns(): Promise<number> {
  const rows = await sql.query<{ credential_id: number }>(
    `select distinct credential_id from run where status = 'starting' and is_waiting`,
  );
  let woken = 0;
  for (const { credential_id } of rows) woken += await wakeWaitingRuns(credential_id);
  return woken;
}
