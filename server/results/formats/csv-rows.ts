import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import Papa from 'papaparse';
import type { JsonValue } from '@/lib/base/json';
import { delimiterOf } from '@/server/results/formats/neutral-csv';
import type { StoredWhole } from '@/server/results/stored/result-file';

/** Enough of a CSV text to detect its delimiter. */
export const CSV_SAMPLE_CHARS = 64 * 1024;

/** The rows of a CSV response, its heading first; a few thousand at a time. */
export async function* rowsOfCsv(whole: StoredWhole): AsyncGenerator<JsonValue[][]> {
  const texts = textOfCsv(whole);
  const first = await texts.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<string> {
    yield first.value ?? '';
    yield* texts;
  }
  const parsing = Papa.parse(Papa.NODE_STREAM_INPUT, {
    delimiter: delimiterOf(first.value.slice(0, CSV_SAMPLE_CHARS)),
    skipEmptyLines: true,
  });
  const reading = Readable.from(all(), { objectMode: false, encoding: 'utf8' });
  reading.on('error', (error) => parsing.destroy(error));
  reading.pipe(parsing);
  let rows: JsonValue[][] = [];
  for await (const row of parsing) {
    rows.push(row);
    if (rows.length < 1000) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The text without its byte order mark, which would hide a formula. */
export async function* textOfCsv(whole: StoredWhole): AsyncGenerator<string> {
  const utf8 = new StringDecoder('utf8');
  let isFirst = true;
  for await (const piece of whole.bytes()) {
    const text = utf8.write(piece);
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
}
