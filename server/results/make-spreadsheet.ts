import statement from 'sql-template-tag';
import { untilDatabaseAnswers } from '@/server/database-down';
import { sql } from '@/server/db';
import { log } from '@/server/log';
import { enqueueSpreadsheetSql } from '@/server/queue/tasks';
import { deleteResult } from '@/server/results/delete-result';
import { writeSpreadsheet } from '@/server/results/spreadsheet';
import { notifyRunChanged } from '@/server/runs/run-changes';
import { column, query } from '@/server/statements';

export type SpreadsheetStatus = 'queued' | 'making' | 'ready' | 'failed';

/** Asks for the XLSX file of a result, once however often it is asked for. Answers how far it is. */
export async function requestSpreadsheet(orgId: string, runId: number): Promise<SpreadsheetStatus> {
  const [row] = await sql.query<{ status: SpreadsheetStatus }>(
    `with wanted as (
       insert into run_spreadsheet (org_id, run_id) values ($1, $2) on conflict (run_id) do nothing
       returning run_id, status
     ), queued as (select ${enqueueSpreadsheetSql('run_id')} from wanted)
     select status from wanted left join queued on true
     union all select status from run_spreadsheet where run_id = $2`,
    [orgId, runId],
  );
  return row?.status ?? 'queued';
}

/** Forgets one that could not be made, so that the next to ask begins anew. */
export async function forgetFailedSpreadsheet(runId: number): Promise<void> {
  await sql.query(`delete from run_spreadsheet where run_id = $1 and status = 'failed'`, [runId]);
}

/** What the worker does: makes the file, and tells who waits. */
export async function makeSpreadsheet(runId: number, workerId: string): Promise<void> {
  const [claimed] = await untilDatabaseAnswers(() =>
    sql.query<{ org_id: string }>(
      `update run_spreadsheet set status = 'making', worker_id = $2
       where run_id = $1 and (status = 'queued' or (status = 'making' and worker_id = $2))
       returning org_id`,
      [runId, workerId],
    ),
  );
  if (claimed === undefined) return;
  let status: SpreadsheetStatus = 'ready';
  try {
    await writeSpreadsheet(claimed.org_id, runId);
    await dropDeleted(claimed.org_id, runId);
  } catch (thrown) {
    log().error({ err: thrown, run: runId }, 'A spreadsheet could not be made');
    status = 'failed';
  }
  await untilDatabaseAnswers(() =>
    query(
      { told: column.text },
      statement`with made as (
         update run_spreadsheet set status = ${status}::spreadsheet_status
         where run_id = ${runId} and status = 'making' and worker_id = ${workerId} returning run_id
       )
       select ${notifyRunChanged(statement`run_id`)} as told from made`,
    ),
  );
}

/** A result that was deleted while its file was being made takes the file along. */
async function dropDeleted(orgId: string, runId: number): Promise<void> {
  const [run] = await untilDatabaseAnswers(() =>
    sql.query<{ has_result: boolean }>('select has_result from run where org_id = $1 and run_id = $2', [
      orgId,
      runId,
    ]),
  );
  if (run?.has_result !== true) await deleteResult(orgId, runId);
}

/** Those of dead workers, and those that nobody took: who waits for one asks again. */
export async function forgetLostSpreadsheets(deadAfterSeconds: number): Promise<void> {
  await sql.query(
    `delete from run_spreadsheet s
     where s.status = 'making' and not exists (
         select 1 from worker w where w.worker_id = s.worker_id
           and w.heartbeat_at > now() - make_interval(secs => $1))
       or s.status = 'queued' and s.created_at < now() - make_interval(secs => $1) and not exists (
         select 1 from graphile_worker.jobs j
         where j.key = 'spreadsheet:' || s.run_id and j.attempts < j.max_attempts)`,
    [deadAfterSeconds],
  );
}
