import { rm } from 'node:fs/promises';
import { resultPath, spreadsheetPath } from '@/server/results/result-file';

/** Deletes the rows of a run's result permanently. Does nothing if there are none. */
export async function deleteResult(orgId: string, runId: number): Promise<void> {
  await rm(resultPath(orgId, runId), { force: true });
  await rm(spreadsheetPath(orgId, runId), { force: true });
}
