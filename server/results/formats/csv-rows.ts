import { StringDecoder } from 'node:string_decoder';
import Papa from 'papaparse';
import type { JsonValue } from '@/lib/base/json';
import { delimiterOf } from '@/server/results/formats/neutral-csv';
import type { StoredWhole } from '@/server/results/stored/result-file';

/** Enough of a CSV text to detect its delimiter. */
export const CSV_SAMPLE_CHARS = 64 * 1024;

const ROWS_AT_ONCE = 1000;
const PARSED_CHARS = 64 * 1024;

/** The rows of a CSV response, its heading first; a thousand at a time. */
export async function* rowsOfCsv(whole: StoredWhole): AsyncGenerator<JsonValue[][]> {
  let parser: Papa.Parser | null = null;
  let text = '';
  // A row that is longer than all so far is looked at again once there is twice as much of it.
  let wanted = 0;
  for await (const piece of shortPieces(textOfCsv(whole))) {
    parser ??= parserOf(piece.slice(0, CSV_SAMPLE_CHARS));
    text += piece;
    if (text.length < wanted) continue;
    const { rows, end } = parsed(parser, text, false);
    wanted = end === 0 ? 2 * text.length : 0;
    text = text.slice(end);
    yield* rows;
  }
  if (parser !== null) yield* parsed(parser, text, true).rows;
}

/** The library's own streams parse all that waits again for each row that is taken from them. */
function parserOf(sample: string): Papa.Parser {
  const delimiter = delimiterOf(sample);
  const { linebreak } = Papa.parse(sample, { delimiter, preview: 1 }).meta;
  return new Papa.Parser({ delimiter, newline: linebreak as '\r' | '\n' | '\r\n' });
}

/** @returns the whole rows of a text, without empty lines, and where they end */
function parsed(parser: Papa.Parser, text: string, isAll: boolean): { rows: JsonValue[][][]; end: number } {
  const { data, meta }: Papa.ParseResult<string[]> = parser.parse(text, 0, !isAll);
  const rows = data.filter((row) => row.length > 1 || row[0] !== '');
  const batches = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
    rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
  return { rows: batches, end: meta.cursor };
}

async function* shortPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const text of texts) {
    for (let at = 0; at < text.length; at += PARSED_CHARS) yield text.slice(at, at + PARSED_CHARS);
  }
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
