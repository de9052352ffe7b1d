import statement from 'sql-template-tag';
import type { DownloadFormat } from '@/lib/contract/results/downloads';
import { payloadFormat } from '@/lib/contract/runs/run';
import { downloadFormats } from '@/lib/runs/download-formats';
import { deletionText } from '@/lib/runs/result-state';
import { utcTime } from '@/lib/runs/run-times';
import { DELETION, DELETION_COLUMNS, resultDeletionOf } from '@/server/access/load/result-deletion';
import { column, query } from '@/server/base/database/statements';
import { AppError } from '@/server/base/errors';
import { documentTable, mayBeDocument } from '@/server/results/formats/document-table';
import { openResult } from '@/server/results/stored/stored-bytes';
import type { ResultSummary } from '@/server/results/stored/write-result';

/** A result that can be downloaded. */
export interface Downloadable {
  commandName: string;
  payloadFormat: ResultSummary['payloadFormat'];
}

/**
 * Returns the downloadable result of a run whose access was already checked. Throws 409 if there is no result yet, or if
 * it can't be downloaded in the format.
 */
export async function unsafeDownloadable(
  orgId: string,
  runId: number,
  format: DownloadFormat,
): Promise<Downloadable> {
  const [run] = await query(
    {
      name: column.text,
      is_over: column.boolean,
      has_result: column.boolean,
      payload_format: payloadFormat.nullable(),
      ...DELETION,
    },
    statement`select c.name, r.status not in ('starting', 'running') as is_over, r.has_result, r.payload_format,
       ${DELETION_COLUMNS}
     from run r join command c on c.org_id = r.org_id and c.command_id = r.command_id
     where r.org_id = ${orgId} and r.run_id = ${runId}`,
  );
  if (run === undefined || !run.is_over) {
    throw new AppError('conflict', 'This run is still in progress. Download its result when it has ended.');
  }
  const deletion = resultDeletionOf(run);
  if (deletion !== null) throw new AppError('conflict', deletionText(deletion, utcTime));
  if (!run.has_result || run.payload_format === null) {
    throw new AppError('conflict', 'This run has no result to download.');
  }
  const formats = downloadFormats[run.payload_format];
  const isTable = format === 'csv' || format === 'xlsx';
  if (!formats.includes(format) && !(isTable && mayBeDocument(run.payload_format))) {
    throw new AppError(
      'conflict',
      `This result can't be downloaded as ${format}. Choose one of: ${formats.join(', ')}.`,
    );
  }
  return { commandName: run.name, payloadFormat: run.payload_format };
}

/**
 * Throws 409 unless a table of the result is what a page shows: its rows, the list of a document, or one value as one cell.
 */
export async function unsafeRefuseNoTable(
  orgId: string,
  runId: number,
  { payloadFormat: format }: Downloadable,
): Promise<void> {
  if (mayBeDocument(format)) await documentTable(await openResult(orgId, runId), format);
}
