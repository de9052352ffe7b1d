import type { JsonValue } from '@/lib/base/json';
import type { WholeFormat } from '@/server/connectors/result-sink';

/**
 * A stored result is text of JSON lines, in the order of the source: `{"columns": [{name, type}, …]}` begins a result
 * set, `[cell, …]` is one of its rows, and `{"value": cell, "type": "…"}` is the value of a scalar. A first row or a
 * value that is longer than what is shown is preceded by `{"front": …}`, the part that is shown. The lines can be read
 * while they are being written.
 *
 * A response in one piece is `{"format": "…", "content": …}` if it is small or was stored by an earlier version.
 * Otherwise it is one line `{"whole": …}`, followed by its bytes as received (stored-whole.ts).
 */
export type ResultLine =
  | { columns: { name: string; type: string }[] }
  | { value: JsonValue; type: string }
  | { front: JsonValue }
  | { whole: WholeHead };

/** The properties of a response in one piece that are known without reading it. */
export interface WholeHead {
  format: WholeFormat;
  sizeBytes: number;
  /** For the format `file`. */
  file?: { name: string; contentType: string };
}

/** A stored response in one piece. */
export interface StoredWhole extends WholeHead {
  /** JSON as received, text in UTF-8, or a file's bytes; with masked values replaced, so that they may be more. */
  bytes(): AsyncGenerator<Buffer>;
}

/** The beginning of a line that holds the shown part of the next line. */
export const FRONT_LINE = '{"front":';

/** The limits of what browsers get; the whole result stays in its store. */
export const SHOWN_ROWS = 1000;
export const SHOWN_BYTES = 1_000_000;
/** The most values of a JSON document. Each costs the server and the browser far more than its bytes. */
export const SHOWN_VALUES = 50_000;

/** The key of a result in its store. A thousand runs share a folder, so that none grows too large for a file system. */
export function resultKey(orgId: string, runId: number): string {
  return `${encodeURIComponent(orgId)}/${Math.floor(runId / 1000)}/${runId}.jsonl`;
}

/** The result as an XLSX file, if someone has requested it. */
export const spreadsheetKey = (orgId: string, runId: number): string =>
  resultKey(orgId, runId).replace(/jsonl$/, 'xlsx');
