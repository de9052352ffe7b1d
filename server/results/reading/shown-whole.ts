import { plainScalar, readJsonCell } from '@/lib/base/exact-json';
import type { JsonValue } from '@/lib/base/json';
import { frontOfJson } from '@/lib/base/json-front';
import { frontOfCsv } from '@/lib/results/table/read-csv';
import type { StoredWhole } from '@/server/results/stored/result-file';
import { SHOWN_BYTES, SHOWN_VALUES } from '@/server/results/stored/result-file';

/** Returns the shown part of a response in one piece, and reads no more than that. */
export async function shownWhole(whole: StoredWhole): Promise<JsonValue> {
  const isLarge = whole.sizeBytes > SHOWN_BYTES;
  if (whole.format === 'file') {
    // Half an image can't be shown; a large file can be downloaded instead.
    const base64 = isLarge ? '' : (await frontBytes(whole)).toString('base64');
    return { ...fileFacts(whole), sizeBytes: whole.sizeBytes, base64 };
  }
  const bytes = await frontBytes(whole);
  const isCut = isLarge || bytes.length === SHOWN_BYTES;
  // A character that is cut off is dropped rather than replaced.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  if (whole.format === 'json') return shownJson(text, isCut);
  return whole.format === 'csv' && isCut ? frontOfCsv(text, SHOWN_BYTES) : text;
}

function shownJson(text: string, isCut: boolean): JsonValue {
  const front = frontOfJson(text, SHOWN_VALUES);
  if (front !== null) return readJsonCell(front);
  // Neither an object nor an array.
  return isCut ? text : plainScalar(readJsonCell(text));
}

function fileFacts({ file }: StoredWhole): { name: string; contentType: string } {
  return file ?? { name: 'file', contentType: 'application/octet-stream' };
}

async function frontBytes(whole: StoredWhole): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of whole.bytes()) {
    pieces.push(piece);
    sizeBytes += piece.length;
    if (sizeBytes >= SHOWN_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, SHOWN_BYTES);
}
