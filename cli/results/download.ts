import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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
import { formatsOf } from './show-run';
import { withLineEnd } from './with-line-end';
import { withoutMark } from './without-mark';

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
  const file = await fetchFile(api, run, wanted, chosen);
  const body = Readable.fromWeb(file as import('node:stream/web').ReadableStream);
  if (output === undefined || output === '-') {
    await pipeline(Readable.from(asWritten(body, wanted)), process.stdout as Writable, { end: false });
    return;
  }
  await save(body, output);
}

/** The bytes of a file as the standard output gets them. */
function asWritten(body: Readable, format: DownloadFormat): AsyncIterable<Uint8Array> {
  if (format === 'csv') return withoutMark(body);
  return format === 'json' ? withLineEnd(body) : body;
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
  const text = await new Response(await fetchFile(api, run, 'json', {})).text();
  const table = readTable(parseExactJson(text));
  if (table === null) throw new CliError(exitCodes.unavailable, 'The result could not be read.');
  const body = Readable.from(jsonLines(table));
  if (output === undefined || output === '-')
    await pipeline(body, process.stdout as Writable, { end: false });
  else await save(body, output);
}

/** The file of a result, or of some rows and columns of it. */
async function fetchFile(api: Api, run: EndedRun, format: DownloadFormat, chosen: ChosenRows) {
  const { url } = await api.call(createDownloadLink, {
    params: { orgId: run.orgId, runId: run.runId, format },
    query: chosen,
  });
  // The link names the server as browsers know it, which may not be how it is reached from here.
  const { pathname, search } = new URL(url, api.url);
  const response = await api.fetch(pathname + search);
  if (!response.ok || response.body === null) {
    throw new CliError(exitCodes.unavailable, `The result could not be downloaded: ${response.status}.`);
  }
  return response.body;
}

async function save(body: Readable, output: string): Promise<void> {
  try {
    await pipeline(body, createWriteStream(output));
  } catch (error) {
    // Half a result must not look like a whole one.
    await rm(output, { force: true });
    throw error;
  }
  process.stderr.write(`Saved ${output}.\n`);
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
    return (output === undefined || output === '-') && formats.includes('json') ? 'json' : usual;
  }
  const chosen = formats.find((each) => each === (name === 'text' ? 'txt' : name));
  if (chosen === undefined) throw misused(`This result can be had as ${formats.join(', ')}, not as ${name}.`);
  return chosen;
}
