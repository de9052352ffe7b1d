import statement from 'sql-template-tag';
import { untilDatabaseAnswers, untilRecorded } from '@/server/base/database/database-down';
import { column, execute, query } from '@/server/base/database/statements';
import { isDead, type RollCall } from '@/server/base/events/worker-alive';
import { log } from '@/server/base/log';
import { COMBINED, COMBINED_COLUMNS } from '@/server/results/combined/combined-downloads';
import { combinedKey } from '@/server/results/combined/combined-file';
import { combinedOutputKey } from '@/server/results/combined/combined-parts';
import { unsafeCombinedTable } from '@/server/results/combined/combined-table';
import { sheetsOf } from '@/server/results/formats/spreadsheet';
import { failureOf } from '@/server/results/formats/spreadsheet-failure';
import { zipOf } from '@/server/results/formats/zip';
import { deleteFile } from '@/server/results/stored/leftovers';
import { refuseBelowReserve } from '@/server/results/stored/result-space';
import { storeForNew } from '@/server/results/stored/result-stores';
import { putFile } from '@/server/stores/store';

/** The worker's task: writes the workbook of several runs. It is announced when it is complete. */
export async function makeCombined(combinedId: number, workerId: string): Promise<void> {
  const [claimed] = await untilDatabaseAnswers(() =>
    query(
      { ...COMBINED, org_id: column.text },
      statement`update combined_download set status = 'making', worker_id = ${workerId}
       where combined_id = ${combinedId} and (status = 'queued' or (status = 'making' and worker_id = ${workerId}))
       returning ${COMBINED_COLUMNS}, org_id`,
    ),
  );
  if (claimed === undefined) return;
  const { org_id: orgId, run_ids: runIds, with_params: withParams, with_errors: withErrors } = claimed;
  // Read before the file is written: masks that change meanwhile make it outdated.
  const key = await untilDatabaseAnswers(() => combinedOutputKey(orgId, runIds));
  let isMade = true;
  let failure: string | null = null;
  try {
    const { storeId, store } = await storeForNew(orgId);
    if (store.isOnDisk) await refuseBelowReserve(0);
    await rememberStore(combinedId, storeId);
    const table = await unsafeCombinedTable(orgId, runIds, { withParams, withErrors });
    const rows = table.rows((doneRuns) => progress(combinedId, doneRuns, runIds.length));
    await putFile(store, combinedKey(orgId, combinedId), zipOf(sheetsOf(table.heading, rows)));
  } catch (thrown) {
    log().error({ err: thrown, combined: combinedId }, 'Results could not be combined');
    isMade = false;
    failure = failureOf(thrown);
  }
  await untilRecorded(() =>
    execute(statement`update combined_download
      set status = ${isMade ? 'ready' : 'failed'}::spreadsheet_status, output_key = ${key}, failure = ${failure}
      where combined_id = ${combinedId} and status = 'making' and worker_id = ${workerId}`),
  );
}

/** Before the file is written, so that it is found again whatever happens. */
async function rememberStore(combinedId: number, storeId: number | null): Promise<void> {
  await execute(
    statement`update combined_download set result_store_id = ${storeId} where combined_id = ${combinedId}`,
  );
}

/** Writes a hundredth at a time: nobody sees more. */
async function progress(combinedId: number, doneRuns: number, totalRuns: number): Promise<void> {
  if (doneRuns % Math.ceil(totalRuns / 100) !== 0) return;
  await execute(
    statement`update combined_download set done_runs = ${doneRuns} where combined_id = ${combinedId}`,
  );
}

/** Deletes combined files that are a day old; no link to them works. */
export async function deleteOldCombined(): Promise<void> {
  const rows = await query(
    { org_id: column.text, combined_id: column.int, result_store_id: column.int.nullable() },
    statement`delete from combined_download where created_at < now() - interval '1 day' and status <> 'making'
      returning org_id, combined_id, result_store_id`,
  );
  for (const { org_id, combined_id, result_store_id } of rows) {
    await deleteFile(result_store_id, combinedKey(org_id, combined_id));
  }
}

/** Fails those of dead workers, and those that no worker took, so that people who wait can ask again. */
export async function failLostCombined(call: RollCall): Promise<void> {
  await execute(statement`update combined_download d set status = 'failed'
     where d.status = 'making' and ${isDead(statement`d.worker_id`, call)}
       or d.status = 'queued' and d.created_at < now() - make_interval(secs => ${call.deadAfterSeconds}) and not exists (
         select 1 from graphile_worker.jobs j
         where j.key = 'combined:' || d.combined_id and j.attempts < j.max_attempts)`);
}
