import { resultKey, spreadsheetKey } from '@/server/results/result-file';
import { storeOf } from '@/server/results/result-stores';
import { storeIdOf } from '@/server/results/stored-bytes';

/** Deletes the rows of a run's result permanently. Does nothing if there are none. */
export async function deleteResult(orgId: string, runId: number): Promise<void> {
  const store = await storeOf(await storeIdOf(orgId, runId));
  await store.delete(resultKey(orgId, runId));
  await store.delete(spreadsheetKey(orgId, runId));
}
