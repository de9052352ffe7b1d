import { type DownloadFormat, MOST_CHOSEN_IN_SPREADSHEET } from '@/lib/contract/results/downloads';
import { CSV_LINE_END, csvLine } from '@/lib/results/csv';
import { AppError } from '@/server/base/errors';
import type { FileDownload } from '@/server/operations/context';
import { type ChosenTable, unsafeChosenTable } from '@/server/results/downloads/chosen-table';
import { unsafeDownloadable } from '@/server/results/downloads/downloadable';
import { CSV, titleOf, XLSX } from '@/server/results/downloads/result-as-file';
import { markedCsv } from '@/server/results/formats/csv-mark';
import { asSheetCells, withDigits } from '@/server/results/formats/document-table';
import { sheetsOf } from '@/server/results/formats/spreadsheet';
import { type Chunks, zipOf } from '@/server/results/formats/zip';
import type { ChosenRows } from '@/server/results/rows/chosen-rows';

/** What a file may have less than the whole result. */
export interface Chosen extends ChosenRows {
  /** From 0, with commas between them. */
  columns?: string | undefined;
}

/** Whether a download is of less than the whole result. */
export const isChosen = (asked: Chosen): boolean => Object.keys(chosenParts(asked)).length > 0;

/** What of a request says which rows and columns, as a query of an address. */
export function chosenParts({ resultSet, sort, sortDesc, search, filter, columns }: Chosen) {
  const all = { resultSet, sort, sortDesc, search, filter, columns };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/**
 * Some rows and columns of a run's table as a file that is made while it is read. Throws before the first byte if they
 * can't be one.
 *
 * @param runId a run whose access was already checked
 */
export async function unsafeChosenFile(
  { orgId, runId, userId }: { orgId: string; runId: number; userId: string },
  format: DownloadFormat,
  asked: Chosen,
  signal: AbortSignal,
): Promise<FileDownload> {
  if (format !== 'csv' && format !== 'xlsx') {
    throw new AppError(
      'invalid',
      'Rows and columns are chosen for csv and xlsx. Leave the choice out for others.',
    );
  }
  const found = await unsafeDownloadable(orgId, runId, format);
  const columns = asked.columns?.split(',').map(Number);
  const reader = { orgId, runId, userId, payloadFormat: found.payloadFormat };
  const table = await unsafeChosenTable(reader, asked, columns, signal);
  const fileName = `${titleOf(found, runId)}, shown rows.${format}`;
  if (format === 'csv') return { fileName, contentType: CSV, chunks: markedCsv(orgId, csvOf(table)) };
  refuseManyRows(table);
  return { fileName, contentType: XLSX, chunks: zipOf(sheetsOf(table.heading, sheetRows(table))) };
}

function refuseManyRows({ rowCount }: ChosenTable): void {
  if (rowCount <= MOST_CHOSEN_IN_SPREADSHEET) return;
  throw new AppError(
    'conflict',
    `A spreadsheet of chosen rows has at most ${MOST_CHOSEN_IN_SPREADSHEET.toLocaleString('en-US')} rows. Download these as csv, or all rows.`,
  );
}

async function* csvOf({ heading, rows }: ChosenTable): Chunks {
  const line = (cells: Parameters<typeof csvLine>[0]) => csvLine(cells) + CSV_LINE_END;
  yield line(heading);
  for await (const some of rows) yield withDigits(some).map(line).join('');
}

async function* sheetRows({ rows }: ChosenTable) {
  for await (const some of rows) yield asSheetCells(some);
}
