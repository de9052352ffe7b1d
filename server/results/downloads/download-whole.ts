import type { DownloadFormat } from '@/lib/contract/results/downloads';
import { CSV_SAMPLE_CHARS, textOfCsv } from '@/server/results/formats/csv-rows';
import { JsonIndenter } from '@/server/results/formats/json-indenter';
import { CsvNeutralizer, delimiterOf } from '@/server/results/formats/neutral-csv';
import type { Chunks } from '@/server/results/formats/zip';
import type { StoredWhole } from '@/server/results/stored/result-file';

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
  for await (const text of textOfCsv(whole)) {
    neutralizer ??= new CsvNeutralizer(delimiterOf(text.slice(0, CSV_SAMPLE_CHARS)));
    yield neutralizer.push(text);
  }
  if (neutralizer !== null) yield neutralizer.end();
}
