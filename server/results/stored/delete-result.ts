import { deleteFile } from '@/server/results/stored/leftovers';
import { resultKey, spreadsheetKey } from '@/server/results/stored/result-file';
import { storeIdOf } from '@/server/results/stored/stored-bytes';

/** Deletes the rows of a run's result permanently. Does nothing if there are none. */
export async function deleteResult(orgId: string, runId: number): Promise<void> {
  const storeId = await storeIdOf(orgId, runId);
  await deleteFile(storeId, resultKey(orgId, runId));
  await deleteFile(storeId, spreadsheetKey(orgId, runId));
}
