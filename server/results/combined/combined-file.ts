import { CSV_LINE_END, csvLine } from '@/lib/results/csv';
import type { CombinedTable } from '@/server/results/combined/combined-table';
import { csvStart } from '@/server/results/formats/csv-mark';
import type { Chunks } from '@/server/results/formats/zip';

/** The key of a combined file in its store, apart from the results of runs. */
export const combinedKey = (orgId: string, combinedId: number): string =>
  `${encodeURIComponent(orgId)}/combined/${combinedId}.xlsx`;

export const COMBINED_CSV = 'text/csv; charset=utf-8; header=present';

/** A combined table as CSV, made while it is read. */
export async function* combinedCsv(orgId: string, { heading, rows }: CombinedTable): Chunks {
  yield await csvStart(orgId);
  yield csvLine(heading) + CSV_LINE_END;
  for await (const batch of rows()) yield batch.map((row) => csvLine(row) + CSV_LINE_END).join('');
}
