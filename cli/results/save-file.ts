import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Api } from '../api';
import { CliError, exitCodes } from '../exit';
import { withLineEnd } from './with-line-end';
import { withoutMark } from './without-mark';

/** Whether `--output` means the standard output: with `-`, and when it is missing. */
export const isStandardOutput = (output: string | undefined): output is '-' | undefined =>
  output === undefined || output === '-';

/** Requests the file of a download link. Throws if it isn't there. */
export async function fetchFile(api: Api, link: string): Promise<Readable> {
  // The link names the server as browsers know it, which may not be how it is reached from here.
  const { pathname, search } = new URL(link, api.url);
  const response = await api.fetch(pathname + search);
  if (!response.ok || response.body === null) {
    throw new CliError(exitCodes.unavailable, `The result could not be downloaded: ${response.status}.`);
  }
  return Readable.fromWeb(response.body as import('node:stream/web').ReadableStream);
}

/** Writes a file to the standard output, as other programs read it, or saves it under a name. */
export async function writeFile(body: Readable, format: string, output: string | undefined): Promise<void> {
  if (!isStandardOutput(output)) return save(body, output);
  await pipeline(Readable.from(asWritten(body, format)), process.stdout as Writable, { end: false });
}

/** The bytes of a file as the standard output gets them. */
function asWritten(body: Readable, format: string): AsyncIterable<Uint8Array> {
  if (format === 'csv') return withoutMark(body);
  return format === 'json' ? withLineEnd(body) : body;
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
