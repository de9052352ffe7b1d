import { join } from 'node:path';
import type { JsonValue } from '@/lib/json';
import type { WholeAnswer } from '@/server/connectors/types';
import { env } from '@/server/env';

/**
 * A result on disk is one text file of JSON lines, in the order the source gave them:
 * `{"columns": [{name, type}, …]}` begins a result set, `[cell, …]` is a row of it, and
 * `{"value": cell, "type": "…"}` the one value of a scalar, and `{"format": "…", "content": …}` an answer that is one
 * piece. It can be read while it is being written.
 */
export type ResultLine =
  | { columns: { name: string; type: string }[] }
  | { value: JsonValue; type: string }
  | WholeAnswer;

/** What the browser is sent at most (decisions §5); the whole stays on disk. */
export const SHOWN_ROWS = 1000;
export const SHOWN_BYTES = 1_000_000;

/** The result as an XLSX file, once somebody has asked for it. */
export function spreadsheetPath(orgId: string, runId: number): string {
  return resultPath(orgId, runId).replace(/jsonl$/, 'xlsx');
}

/** A thousand runs share a folder, so that none grows past what a file system likes. */
export function resultPath(orgId: string, runId: number): string {
  const folder = String(Math.floor(runId / 1000));
  return join(env().resultsDir, encodeURIComponent(orgId), folder, `${runId}.jsonl`);
}
