import type { CombinedFormat } from '@/lib/contract/results/combined-downloads';
import type { FileDownload } from '@/server/operations/context';
import { unsafeCombinable } from '@/server/results/combined/combinable-runs';
import { COMBINED_CSV, combinedCsv } from '@/server/results/combined/combined-file';
import { unsafeCombinedTable } from '@/server/results/combined/combined-table';
import { XLSX } from '@/server/results/downloads/result-as-file';
import { sheetsOf } from '@/server/results/formats/spreadsheet';
import { zipOf } from '@/server/results/formats/zip';

/**
 * All rows of a bulk run as one table, with their values, and with the errors of those that failed. Throws 409 if no row
 * has a table or failed.
 *
 * @param runId a bulk run whose access was already checked
 */
export async function unsafeRowsFile(
  orgId: string,
  runId: number,
  format: CombinedFormat,
): Promise<FileDownload> {
  const { runIds } = await unsafeCombinable(orgId, [runId], true);
  const table = await unsafeCombinedTable(orgId, runIds, { withParams: true, withErrors: true });
  const fileName = `Rows of run ${runId}.${format}`;
  return format === 'csv'
    ? { fileName, contentType: COMBINED_CSV, chunks: combinedCsv(orgId, table) }
    : { fileName, contentType: XLSX, chunks: zipOf(sheetsOf(table.heading, table.rows())) };
}
