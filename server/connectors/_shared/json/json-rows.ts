import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { plainScalar, readJsonCell } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import type { ResultSink } from '../../result-sink';
import { JsonScanner, type JsonShape } from './json-scanner';

/** How much of a list is parsed at once; a longer item is parsed alone. */
const batchBytes = 64 * 1024;
/** A batch's text, its values, and the lines written for it are in memory together. */
const copiesOfBatch = 4;
/** How much larger than the response a table may be: a key that many rows lack costs each of them a `null`. */
const growth = 4;
const growthBytes = 1_000_000;
const emptyCellBytes = 'null,'.length;

/** Determines the shape of a document without parsing it as a whole. Throws `NotReadableJson`. */
export async function scanJson(chunks: readonly Uint8Array[]): Promise<JsonShape> {
  const scanner = new JsonScanner();
  for (const chunk of chunks) {
    scanner.push(chunk);
    if (chunks.length > 1) await yieldToOthers();
  }
  return scanner.end();
}

/** The columns of a list of objects; null if it is not a table, or if most of its cells would be empty. */
export function tableColumns({ columns, rows, cells }: JsonShape, sizeBytes: number): string[] | null {
  if (columns === null) return null;
  const emptyBytes = (rows * columns.length - cells) * emptyCellBytes;
  return emptyBytes <= growth * sizeBytes + growthBytes ? columns : null;
}

/** Writes a list of objects to the sink as rows. Only a few of its items are in memory at a time. */
export async function sendRows(
  chunks: readonly Buffer[],
  columns: readonly string[],
  sink: ResultSink,
  holdBesides: (bytes: number) => void,
): Promise<void> {
  sink.table(columns.map((name) => ({ name, type: '' })));
  for (const items of batchesOf(chunks)) {
    holdBesides(items.length * copiesOfBatch);
    const rows = readJsonCell(`[${items.toString('utf8')}]`);
    if (!Array.isArray(rows)) throw new Error('A JSON list is not a list');
    for (const row of rows) {
      const written = sink.row(columns.map((name) => cellOf(row, name)));
      if (written !== undefined) await written;
    }
    await yieldToOthers();
  }
}

function cellOf(row: JsonValue, key: string): JsonValue {
  if (row === null || typeof row !== 'object' || Array.isArray(row)) return null;
  return Object.hasOwn(row, key) ? plainScalar(row[key] ?? null) : null;
}

const quote = 0x22;
const backslash = 0x5c;
const objectStart = 0x7b;
const objectEnd = 0x7d;

/** The items of a list of objects, several together with the commas between them; known to be valid. */
function* batchesOf(chunks: readonly Buffer[]): Generator<Buffer> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let isInString = false;
  let isEscaped = false;
  let openObjects = 0;
  // Skips the bracket that begins the list and, after a batch, the comma behind it.
  let isOverFirst = false;
  for (const chunk of chunks) {
    let start = isOverFirst ? 0 : afterSeparator(chunk, 0);
    if (start < 0) continue;
    isOverFirst = true;
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (byte === backslash) isEscaped = true;
      else if (byte === quote) isInString = !isInString;
      if (isInString || (byte !== objectStart && byte !== objectEnd)) continue;
      openObjects += byte === objectStart ? 1 : -1;
      if (openObjects > 0 || pendingBytes + at + 1 - start < batchBytes) continue;
      yield Buffer.concat([...pending, chunk.subarray(start, at + 1)]);
      pending = [];
      pendingBytes = 0;
      const next = afterSeparator(chunk, at + 1);
      isOverFirst = next >= 0;
      start = next >= 0 ? next : chunk.length;
      at = start - 1;
    }
    pending.push(chunk.subarray(start));
    pendingBytes += chunk.length - start;
  }
  const rest = Buffer.concat(pending);
  const end = rest.lastIndexOf(objectEnd);
  if (end >= 0) yield rest.subarray(0, end + 1);
}

/** The index after the next `[` or `,`; -1 if the chunk or the list ends first. */
function afterSeparator(chunk: Buffer, from: number): number {
  for (let at = from; at < chunk.length; at += 1) if (chunk[at] === 0x5b || chunk[at] === 0x2c) return at + 1;
  return -1;
}
