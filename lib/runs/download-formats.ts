import type { z } from 'zod';
import type { DownloadFormat } from '@/lib/contract/results/downloads';
import type { payloadFormat } from '@/lib/contract/runs/run';

type Payload = z.output<typeof payloadFormat>;

/** The download formats of a result; the first is the default. */
export const downloadFormats: Record<Payload, readonly DownloadFormat[]> = {
  'json.table.rowwise': ['csv', 'xlsx', 'json', 'txt'],
  'json.multiset.rowwise': ['csv', 'xlsx', 'json', 'txt'],
  single_value: ['json', 'txt'],
  json: ['json', 'txt'],
  csv: ['csv', 'xlsx', 'txt'],
  string: ['txt'],
  markdown: ['txt'],
  file: ['file'],
  empty: [],
};

/** The same in the documents' notation, e.g. `csv,xlsx`; null if nothing can be downloaded. */
export function extensionsOf(format: Payload | null, hasResult: boolean): string | null {
  return format === null || !hasResult ? null : downloadFormats[format].join(',') || null;
}
