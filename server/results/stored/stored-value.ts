import { exactPieces } from '@/lib/base/exact-json';
import { MASKED_VALUE } from '@/lib/outputs/masks';
import { maskedJson } from '@/server/results/masks/json-masker';
import { SCALAR } from '@/server/results/masks/run-masks';
import { FRONT_LINE } from '@/server/results/stored/result-file';
import type { StoredBytes } from '@/server/results/stored/stored-bytes';
import { decodedText } from '@/server/results/stored/stored-whole';

const VALUE_START = '{"value":';
const TYPE_START = ',"type":"';
/** Type names are short. */
const TAIL_BYTES = 1024;

/** A scalar's value as a file, in pieces however long it is: its JSON as stored, or its text. */
export async function* chunksOfValue(stored: StoredBytes, format: 'json' | 'txt'): AsyncGenerator<Buffer> {
  const lineStart = await afterFront(stored);
  const start = lineStart + VALUE_START.length;
  const tailStart = Math.max(start, stored.sizeBytes - TAIL_BYTES);
  const end = tailStart + (await bytesOf(stored, tailStart, stored.sizeBytes)).lastIndexOf(TYPE_START);
  const first = (await bytesOf(stored, start, Math.min(end, start + 4))).toString('latin1');
  const { isMasked } = stored;
  const json = () => {
    const bytes = stored.stream(start, end);
    return exactBytes(isMasked === null ? bytes : maskedJson(bytes, isMasked));
  };
  if (isMasked?.([SCALAR]) === true)
    yield Buffer.from(format === 'json' ? JSON.stringify(MASKED_VALUE) : MASKED_VALUE);
  else if (format === 'json') yield* json();
  else if (first === 'null') return;
  else if (first.startsWith('"')) yield* decodedText(stored.stream(start + 1, end - 1));
  else yield* json();
}

/** Exact numbers as JSON has them. */
async function* exactBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of exactPieces(textsOf(chunks))) if (piece !== '') yield Buffer.from(piece);
}

async function* textsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

/** Where the value's own line begins, after a line with its front. */
async function afterFront(stored: StoredBytes): Promise<number> {
  if (!(await stored.front(FRONT_LINE.length)).equals(Buffer.from(FRONT_LINE))) return 0;
  let position = 0;
  for await (const piece of stored.stream(0, stored.sizeBytes)) {
    const end = piece.indexOf(0x0a);
    if (end >= 0) return position + end + 1;
    position += piece.length;
  }
  throw new Error('A stored value has a front but no line of its own');
}

async function bytesOf(stored: StoredBytes, start: number, end: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stored.stream(start, end)) pieces.push(piece);
  return Buffer.concat(pieces);
}
