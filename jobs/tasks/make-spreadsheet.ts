import type { RunningRuns } from '@/jobs/running-runs';
import type { TaskPayload } from '@/server/base/events/tasks';
import { makeSpreadsheet } from '@/server/results/formats/make-spreadsheet';

export async function makeSpreadsheetTask(
  payload: TaskPayload<'make_spreadsheet'>,
  running: RunningRuns,
): Promise<void> {
  await makeSpreadsheet(payload.runId, running.workerId);
}
