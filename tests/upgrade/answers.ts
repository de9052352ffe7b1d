import { unzipSync } from 'fflate';
import { z } from 'zod';
import { parseExactJson, withPlainScalars } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { API_BASE } from '@/lib/wire/url';

/** A request for the history, a run, or its result, and which part of the response is compared. */
export interface Question {
  as: string;
  path: string;
  wants: 'status' | 'body' | 'runs' | 'file';
}

/** A request with the response of a release. */
export interface Answer extends Question {
  status: number;
  body?: JsonValue;
  /** `runs`: which runs a list holds, and how many it counts. */
  runIds?: number[];
  total?: string | null;
  /** `file`: the text of a download; of a ZIP, each file in it. */
  files?: Record<string, string>;
}

const linked = z.looseObject({ url: z.string() });
const listed = z.array(z.looseObject({ run_id: z.int() }));

/** Sends a GET as a person, to whichever process serves the API. */
export type Ask = (as: string, path: string) => Promise<Response>;

/** JSON as it was recorded: numbers that no double holds were texts of their digits then. */
export const recordedJson = async (response: Response): Promise<JsonValue> =>
  withPlainScalars(parseExactJson(await response.text()));

export async function answerTo(question: Question, ask: Ask): Promise<Answer> {
  const { as, path, wants } = question;
  const response = await ask(as, path);
  const { status } = response;
  if (wants === 'status' || !response.ok) return { ...question, status };
  const body = await recordedJson(response);
  if (wants === 'body') return { ...question, status, body };
  if (wants === 'file')
    return { ...question, status, files: await download(as, linked.parse(body).url, ask) };
  const runIds = listed.parse(body).map(({ run_id }) => run_id);
  return { ...question, status, runIds, total: response.headers.get('x-total-count') };
}

/** Text as it was recorded: without the mark with which CSV files begin since. */
const recordedText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

async function download(as: string, url: string, ask: Ask): Promise<Record<string, string>> {
  const response = await ask(as, url.slice(url.indexOf(API_BASE) + API_BASE.length));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? '';
  if (!/zip|spreadsheet/.test(type)) return { [type]: recordedText(bytes) };
  const packed = Object.entries(unzipSync(bytes));
  return Object.fromEntries(packed.map(([name, content]) => [name, recordedText(content)]));
}
