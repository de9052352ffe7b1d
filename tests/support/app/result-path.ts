import { resultKey, spreadsheetKey } from '@/server/results/stored/result-file';
import { diskPath } from '@/server/stores/disk-store';

/** The files of a result that is on the disk. */
export const resultPath = (orgId: string, runId: number): string => diskPath(resultKey(orgId, runId));
export const spreadsheetPath = (orgId: string, runId: number): string =>
  diskPath(spreadsheetKey(orgId, runId));
