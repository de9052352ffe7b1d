import { combineRuns } from '@/lib/contract/results/combined-downloads';
import type { Api } from '../api';
import { CliError, exitCodes } from '../exit';
import { fetchFile, writeFile } from './save-file';

/**
 * Writes the results of a bulk run's rows as one CSV file, with the values of each row in front.
 *
 * @param output a path; `-` means the standard output
 */
export async function saveRows(api: Api, orgId: string, runId: number, output: string): Promise<void> {
  const body = { parentRunId: runId, format: 'csv', withParams: true } as const;
  const { url } = await api.call(combineRuns, { params: { orgId }, body });
  if (url === null) throw new CliError(exitCodes.unavailable, 'The results could not be combined.');
  await writeFile(await fetchFile(api, url), 'csv', output);
}
