import { join } from 'node:path';
import type { JsonValue } from '@/lib/json';
import type { WholeFormat } from '@/server/connectors/types';
import { env } from '@/server/env';

/**
 * A stored result is text of JSON lines, in the order the source sent them: `{"columns": [{name, type}, …]}` begins a
 * result set, `[cell, …]` is a row of it, and `{"value": cell, "type": "…"}` the value of a scalar. A first row or a
 * value that is longer than what is shown has `{"front": …}` before it, what is shown of it. The lines can be read
 * while they are being written.
 *
 * A response in one piece is `{"format": "…", "content": …}` if it is small or was stored by an earlier version. Else
 * it is one line `{"whole": …}`, followed by its bytes as they came (stored-whole.ts).
 */
export type ResultLine =
  | { columns: { name: string; type: string }[] }
  | { value: JsonValue; type: string }
  | { front: JsonValue }
  | { whole: WholeHead };

/** What is known of a response in one piece without reading it. */
export interface WholeHead {
  format: WholeFormat;
  sizeBytes: number;
  /** For the format `file`. */
  file?: { name: string; contentType: string };
}

/** How a line begins that holds what is shown of the line after it. */
export const FRONT_LINE = '{"front":';

/** What the browser is sent at most (decisions §5); the whole stays on disk. */
export const SHOWN_ROWS = 1000;
export const SHOWN_BYTES = 1_000_000;
/** The most values of a JSON document. Each costs the server and the browser far more than its bytes. */
export const SHOWN_VALUES = 50_000;

/** The result as an XLSX file, once someone has asked for it. */
export function spreadsheetPath(orgId: string, runId: number): string {
  return resultPath(orgId, runId).replace(/jsonl$/, 'xlsx');
}

/** A thousand runs share a folder, so that none grows past what a file system likes. */
export function resultPath(orgId: string, runId: number): string {
  const folder = String(Math.floor(runId / 1000));
  return join(env().resultsDir, encodeURIComponent(orgId), folder, `${runId}.jsonl`);
}
