import { rm } from 'node:fs/promises';
import { resultPath, spreadsheetPath } from '@/server/results/result-file';

/** Removes the rows of a run's result for good. That there are none is no error. */
export async function deleteResult(orgId: string, runId: number): Promise<void> {
  await rm(resultPath(orgId, runId), { force: true });
  await rm(spreadsheetPath(orgId, runId), { force: true });
}
