import statement from 'sql-template-tag';
import { untilDatabaseAnswers, untilRecorded } from '@/server/base/database/database-down';
import { column, execute, query, type RowOf } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { notifyRunChanged } from '@/server/base/events/run-changes';
import { enqueueSpreadsheet } from '@/server/base/events/tasks';
import { isDead, type RollCall } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { writeSpreadsheet } from '@/server/results/formats/spreadsheet';
import { failureOf } from '@/server/results/formats/spreadsheet-failure';
import { masksOfRun, outputKey } from '@/server/results/masks/run-masks';
import { deleteResult } from '@/server/results/stored/delete-result';
import { deleteFile } from '@/server/results/stored/leftovers';
import { spreadsheetKey } from '@/server/results/stored/result-file';
import { refuseBelowReserve } from '@/server/results/stored/result-space';
import { storeIdOf } from '@/server/results/stored/stored-bytes';

const STATUS = { status: column.oneOf(['queued', 'making', 'ready', 'failed']) };
export type SpreadsheetStatus = RowOf<typeof STATUS>['status'];

/** Requests the XLSX file of a result; repeated requests are one. Returns its status. */
export async function requestSpreadsheet(orgId: string, runId: number): Promise<SpreadsheetStatus> {
  const key = outputKey(await masksOfRun(orgId, runId));
  await forgetOutdated(runId, key);
  const [row] = await query(
    STATUS,
    statement`with requested as (
       insert into run_spreadsheet (org_id, run_id) values (${orgId}, ${runId}) on conflict (run_id) do nothing
       returning run_id, status
     ), queued as (select ${enqueueSpreadsheet(statement`run_id`)} as job_id from requested)
     select status from requested left join queued on true
     union all select status from run_spreadsheet where run_id = ${runId}`,
  );
  return row?.status ?? 'queued';
}

/** Deletes one that was made before the masks changed. */
async function forgetOutdated(runId: number, key: string): Promise<void> {
  await execute(statement`delete from run_spreadsheet
    where run_id = ${runId} and status = 'ready' and coalesce(output_key, '') <> ${key}`);
}

/** Throws 409 unless the spreadsheet was made with today's masks. */
export async function refuseOutdatedSpreadsheet(orgId: string, runId: number): Promise<void> {
  const key = outputKey(await masksOfRun(orgId, runId));
  const [made] = await query(
    { output_key: column.text.nullable() },
    statement`select output_key from run_spreadsheet where org_id = ${orgId} and run_id = ${runId}`,
  );
  if (made === undefined || (made.output_key ?? '') === key) return;
  throw new AppError('conflict', 'What is masked in this result has changed. Download it again.');
}

/** Deletes a failed one, so that the next request starts over. Returns why it failed, if a person can do something. */
export async function forgetFailedSpreadsheet(runId: number): Promise<string | null> {
  const [failed] = await query(
    { failure: column.text.nullable() },
    statement`delete from run_spreadsheet where run_id = ${runId} and status = 'failed' returning failure`,
  );
  return failed?.failure ?? null;
}

/** The worker's task: creates the file, and notifies watchers. */
export async function makeSpreadsheet(runId: number, workerId: string): Promise<void> {
  const [claimed] = await untilDatabaseAnswers(() =>
    query(
      { org_id: column.text },
      statement`update run_spreadsheet set status = 'making', worker_id = ${workerId}
       where run_id = ${runId} and (status = 'queued' or (status = 'making' and worker_id = ${workerId}))
       returning org_id`,
    ),
  );
  if (claimed === undefined) return;
  let status: SpreadsheetStatus = 'ready';
  let failure: string | null = null;
  // Read before the file is written: masks that change meanwhile make it outdated.
  const key = await untilDatabaseAnswers(async () => outputKey(await masksOfRun(claimed.org_id, runId)));
  try {
    // A table as XLSX is about as large as its lines, compressed.
    await refuseBelowReserve(0);
    await writeSpreadsheet(claimed.org_id, runId);
    await dropDeleted(claimed.org_id, runId);
  } catch (thrown) {
    log().error({ err: thrown, run: runId }, 'A spreadsheet could not be created');
    status = 'failed';
    failure = failureOf(thrown);
  }
  await untilRecorded(() =>
    query(
      { notified: column.text },
      statement`with made as (
         update run_spreadsheet set status = ${status}::spreadsheet_status, output_key = ${key},
           failure = ${failure}
         where run_id = ${runId} and status = 'making' and worker_id = ${workerId} returning run_id
       )
       select ${notifyRunChanged(statement`run_id`)} as notified from made`,
    ),
  );
}

/** Deletes the file again if its result was deleted meanwhile. */
async function dropDeleted(orgId: string, runId: number): Promise<void> {
  const [run] = await untilDatabaseAnswers(() =>
    query(
      { has_result: column.boolean },
      statement`select has_result from run where org_id = ${orgId} and run_id = ${runId}`,
    ),
  );
  if (run?.has_result !== true) await deleteResult(orgId, runId);
}

/** Deletes spreadsheet files that are a day old: they are created again on request. */
export async function deleteOldSpreadsheets(): Promise<void> {
  const rows = await query(
    { org_id: column.text, run_id: column.int },
    statement`delete from run_spreadsheet where status = 'ready' and created_at < now() - interval '1 day'
      returning org_id, run_id`,
  );
  for (const { org_id, run_id } of rows) {
    await deleteFile(await storeIdOf(org_id, run_id), spreadsheetKey(org_id, run_id));
  }
}

/** Deletes those of dead workers, and those that no worker took: clients that wait request them again. */
export async function forgetLostSpreadsheets(call: RollCall): Promise<void> {
  await execute(statement`delete from run_spreadsheet s
     where s.status = 'making' and ${isDead(statement`s.worker_id`, call)}
       or s.status = 'queued' and s.created_at < now() - make_interval(secs => ${call.deadAfterSeconds}) and not exists (
         select 1 from graphile_worker.jobs j
         where j.key = 'spreadsheet:' || s.run_id and j.attempts < j.max_attempts)`);
}
