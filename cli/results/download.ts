import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseExactJson } from '@/lib/base/exact-json';
import { createDownloadLink, type DownloadFormat } from '@/lib/contract/results/downloads';
import { jsonLines } from '@/lib/results/table/copy-table';
import { readTable } from '@/lib/results/table/result-table';
import { deletionText } from '@/lib/runs/result-state';
import { fullTime } from '@/lib/runs/run-times';
import type { Api } from '../api';
import { CliError, exitCodes, misused } from '../exit';
import type { EndedRun } from '../follow';
import type { ChosenRows } from './chosen-rows';
import { fetchFile, isStandardOutput, writeFile } from './save-file';
import { formatsOf } from './show-run';

/**
 * Writes the result of a run to a file, or to the standard output. Without a format, the file's ending chooses it;
 * the standard output gets JSON where the result can be JSON.
 *
 * @param output a path; `-` and undefined mean the standard output
 * @param chosen some rows and columns of a table, as CSV or a spreadsheet; empty for the whole result
 */
export async function saveResult(
  api: Api,
  run: EndedRun,
  format: string | undefined,
  output: string | undefined,
  chosen: ChosenRows = {},
): Promise<void> {
  if (run.resultDeletion !== null)
    throw new CliError(exitCodes.usage, deletionText(run.resultDeletion, fullTime));
  if (format === 'jsonl') return saveLines(api, run, output, chosen);
  const isWhole = Object.keys(chosen).length === 0;
  const formats = formatsOf(run).filter((each) => isWhole || each === 'csv' || each === 'xlsx');
  const wanted = chooseFormat(formats, format, output);
  await writeFile(await fetchResult(api, run, wanted, chosen), wanted, output);
}

/** Writes each row of a table as an object, a line of JSON each. */
async function saveLines(
  api: Api,
  run: EndedRun,
  output: string | undefined,
  chosen: ChosenRows,
): Promise<void> {
  const isTable = run.payloadFormat !== null && readTable(run.payload ?? null) !== null;
  if (!isTable) throw misused('Only a table can be had as jsonl.');
  if (Object.keys(chosen).length > 0) throw misused('Chosen rows and columns can be had as csv or xlsx.');
  const table = readTable(parseExactJson(await text(await fetchResult(api, run, 'json', {}))));
  if (table === null) throw new CliError(exitCodes.unavailable, 'The result could not be read.');
  await writeFile(Readable.from(jsonLines(table)), 'jsonl', output);
}

/** The file of a result, or of some rows and columns of it. */
async function fetchResult(
  api: Api,
  run: EndedRun,
  format: DownloadFormat,
  chosen: ChosenRows,
): Promise<Readable> {
  const { url } = await api.call(createDownloadLink, {
    params: { orgId: run.orgId, runId: run.runId, format },
    query: chosen,
  });
  return fetchFile(api, url);
}

function chooseFormat(
  formats: readonly DownloadFormat[],
  wanted: string | undefined,
  output: string | undefined,
): DownloadFormat {
  const [usual] = formats;
  if (usual === undefined) throw new CliError(exitCodes.usage, 'This run has no result to download.');
  const ofName = extname(output ?? '').slice(1);
  const name = wanted ?? (formats.some((each) => each === ofName) ? ofName : undefined);
  if (name === undefined) {
    return isStandardOutput(output) && formats.includes('json') ? 'json' : usual;
  }
  const chosen = formats.find((each) => each === (name === 'text' ? 'txt' : name));
  if (chosen === undefined) throw misused(`This result can be had as ${formats.join(', ')}, not as ${name}.`);
  return chosen;
}
