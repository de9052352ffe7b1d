import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import Papa from 'papaparse';
import type { DownloadFormat } from '@/lib/contract/downloads';
import type { JsonValue } from '@/lib/json';
import { JsonIndenter } from '@/server/results/json-indenter';
import { CsvNeutralizer, delimiterOf } from '@/server/results/neutral-csv';
import type { StoredWhole } from '@/server/results/stored-whole';
import type { Chunks } from '@/server/results/zip';

/** Enough of a CSV text to detect its delimiter. */
const SAMPLE_CHARS = 64 * 1024;

/** The file name extension and type for downloading a response in one piece. Browsers never render these files. */
export const wholeFiles: Record<
  Exclude<DownloadFormat, 'xlsx'>,
  { extension: string; contentType: string }
> = {
  json: { extension: 'json', contentType: 'application/json' },
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
  txt: { extension: 'txt', contentType: 'text/plain; charset=utf-8' },
  file: { extension: 'bin', contentType: 'application/octet-stream' },
};

/**
 * A response in one piece as a file: byte for byte as received, except for formulas in CSV. JSON as text is indented for
 * people to read.
 */
export function chunksOfWhole(whole: StoredWhole, format: DownloadFormat): Chunks {
  if (format === 'csv') return neutralized(whole);
  return whole.format === 'json' && format === 'txt' ? indented(whole) : whole.bytes();
}

async function* indented(whole: StoredWhole): Chunks {
  const indenter = new JsonIndenter();
  for await (const piece of whole.bytes()) yield indenter.push(piece);
}

async function* neutralized(whole: StoredWhole): Chunks {
  let neutralizer: CsvNeutralizer | null = null;
  for await (const text of textOf(whole)) {
    neutralizer ??= new CsvNeutralizer(delimiterOf(text.slice(0, SAMPLE_CHARS)));
    yield neutralizer.push(text);
  }
  if (neutralizer !== null) yield neutralizer.end();
}

/** The rows of a CSV response, its heading first; a few thousand at a time. */
export async function* rowsOfCsv(whole: StoredWhole): AsyncGenerator<JsonValue[][]> {
  const texts = textOf(whole);
  const first = await texts.next();
  if (first.done) return;
  async function* all(): AsyncGenerator<string> {
    yield first.value ?? '';
    yield* texts;
  }
  const parsing = Papa.parse(Papa.NODE_STREAM_INPUT, {
    delimiter: delimiterOf(first.value.slice(0, SAMPLE_CHARS)),
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
async function* textOf(whole: StoredWhole): AsyncGenerator<string> {
  const utf8 = new StringDecoder('utf8');
  let isFirst = true;
  for await (const piece of whole.bytes()) {
    const text = utf8.write(piece);
    yield isFirst ? text.replace(/^\ufeff/, '') : text;
    isFirst = false;
  }
}
