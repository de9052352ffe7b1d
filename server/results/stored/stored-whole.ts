import { StringDecoder } from 'node:string_decoder';
import type { WholeFormat } from '@/server/connectors/result-sink';
import { JsonStringDecoder } from '@/server/results/formats/json-string-decoder';
import { maskedWhole } from '@/server/results/masks/mask-whole';
import type { StoredWhole, WholeHead } from '@/server/results/stored/result-file';
import type { StoredBytes } from '@/server/results/stored/stored-bytes';

/** A head is one short line: a file's name and type are limited. */
const LONGEST_HEAD_BYTES = 8 * 1024;

/** Finds a stored response in one piece; null for other kinds of results. Reads a few kilobytes. */
export async function storedWhole(stored: StoredBytes): Promise<StoredWhole | null> {
  const front = (await stored.front(LONGEST_HEAD_BYTES)).toString('latin1');
  const whole = wholeOf(stored, front);
  return whole === null ? null : maskedWhole(whole, stored.isMasked);
}

function wholeOf(stored: StoredBytes, front: string): StoredWhole | null {
  if (front.startsWith('{"whole":')) return separate(stored, front);
  const format = /^\{"format":"(json|string|csv|markdown|file)","content":/.exec(front);
  if (format === null) return null;
  return inLine(stored, front, format[1] as WholeFormat, format[0].length);
}

/** Its head line first, then its bytes as received. */
function separate(stored: StoredBytes, front: string): StoredWhole {
  const headEnd = front.indexOf('\n');
  const { whole }: { whole: WholeHead } = JSON.parse(
    Buffer.from(front.slice(0, headEnd), 'latin1').toString('utf8'),
  );
  return { ...whole, bytes: () => stored.stream(headEnd + 1, stored.sizeBytes) };
}

/** All in one line of JSON: `{"format":"…","content":…}` and a line feed. */
function inLine(stored: StoredBytes, front: string, format: WholeFormat, start: number): StoredWhole {
  const end = stored.sizeBytes - '}\n'.length;
  if (format === 'json') return { format, sizeBytes: end - start, bytes: () => stored.stream(start, end) };
  if (format !== 'file') {
    const text = () => decodedText(stored.stream(start + 1, end - 1));
    return { format, sizeBytes: end - start - 2, bytes: text };
  }
  // Within a name, the quotes would be escaped, so this is the key.
  const key = ',"base64":"';
  const keyStart = front.indexOf(key, start);
  const head = Buffer.from(`${front.slice(start, keyStart)}}`, 'latin1').toString('utf8');
  const { name, contentType, sizeBytes } = JSON.parse(head);
  const bytes = () => decodedBase64(stored.stream(keyStart + key.length, end - '"}'.length));
  return { format, sizeBytes, file: { name, contentType }, bytes };
}

/** The inside of a JSON string, in UTF-8. */
export async function* decodedText(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new JsonStringDecoder();
  const utf8 = new StringDecoder('utf8');
  for await (const piece of pieces) yield Buffer.from(decoder.decode(utf8.write(piece)));
  yield Buffer.from(decoder.end());
}

async function* decodedBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1');
    const end = text.length - (text.length % 4);
    rest = text.slice(end);
    yield Buffer.from(text.slice(0, end), 'base64');
  }
}
