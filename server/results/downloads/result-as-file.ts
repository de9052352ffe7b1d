import type { DownloadFormat } from '@/lib/contract/results/downloads';
import { AppError } from '@/server/base/errors';
import type { FileDownload } from '@/server/operations/context';
import { csvOf, csvOfDocument, jsonOf, textOf, zipOfCsv } from '@/server/results/downloads/download-formats';
import { chunksOfWhole, wholeFiles } from '@/server/results/downloads/download-whole';
import {
  type Downloadable,
  unsafeDownloadable,
  unsafeRefuseNoTable,
} from '@/server/results/downloads/downloadable';
import { markedCsv } from '@/server/results/formats/csv-mark';
import { documentTable } from '@/server/results/formats/document-table';
import { singleExtension, withoutExtension } from '@/server/results/formats/file-name';
import { workbookOf } from '@/server/results/formats/spreadsheet';
import type { Chunks } from '@/server/results/formats/zip';
import type { StoredWhole } from '@/server/results/stored/result-file';
import { openResult, type StoredBytes } from '@/server/results/stored/stored-bytes';
import { chunksOfValue } from '@/server/results/stored/stored-value';
import { storedWhole } from '@/server/results/stored/stored-whole';

export const CSV = 'text/csv; charset=utf-8; header=present';
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The name of a result's file, without its extension. */
export const titleOf = ({ commandName }: Downloadable, runId: number): string =>
  `${withoutExtension(commandName)} ${runId}`;

/**
 * The whole result of a run as a file that is made while it is read. Throws before the first byte if it can't be one.
 *
 * @param runId a run whose access was already checked
 */
export async function unsafeResultFile(
  orgId: string,
  runId: number,
  format: DownloadFormat,
): Promise<FileDownload> {
  const found = await unsafeDownloadable(orgId, runId, format);
  const title = titleOf(found, runId);
  const fileNameWith = (extension: string) => `${title}.${extension}`;
  if (format === 'xlsx') {
    await unsafeRefuseNoTable(orgId, runId, found);
    return { fileName: fileNameWith('xlsx'), contentType: XLSX, chunks: workbookOf(orgId, runId) };
  }
  const stored = await openResult(orgId, runId);
  const table = format === 'csv' ? await documentTable(stored, found.payloadFormat) : null;
  if (table !== null)
    return {
      fileName: fileNameWith('csv'),
      contentType: CSV,
      chunks: markedCsv(orgId, csvOfDocument(table)),
    };
  const whole = await storedWhole(stored);
  if (whole !== null) {
    const file = wholeFile(whole, format, fileNameWith);
    return format === 'csv' ? { ...file, chunks: markedCsv(orgId, file.chunks) } : file;
  }
  if (found.payloadFormat === 'single_value' && (format === 'json' || format === 'txt')) {
    const { extension, contentType } = wholeFiles[format];
    return { fileName: fileNameWith(extension), contentType, chunks: chunksOfValue(stored, format) };
  }
  refuseLongScalar(found, stored);
  const { extension, contentType, chunks } = fileOf(orgId, runId, found.payloadFormat, format);
  return { fileName: fileNameWith(extension), contentType, chunks };
}

function wholeFile(
  whole: StoredWhole,
  format: Exclude<DownloadFormat, 'xlsx'>,
  fileNameWith: (extension: string) => string,
): FileDownload {
  const { extension, contentType } = wholeFiles[format];
  const fileName = whole.file === undefined ? fileNameWith(extension) : singleExtension(whole.file.name);
  return { fileName, contentType, chunks: chunksOfWhole(whole, format) };
}

/** As a table of one cell, a scalar has to fit in memory. */
function refuseLongScalar({ payloadFormat }: Downloadable, { sizeBytes }: StoredBytes): void {
  if (payloadFormat !== 'single_value' || sizeBytes <= LONGEST_CELL_BYTES) return;
  throw new AppError('conflict', 'This value is too long for a table. Download it as txt or json.');
}

const LONGEST_CELL_BYTES = 1_000_000;

interface ResultFile {
  extension: string;
  contentType: string;
  chunks: Chunks;
}

function fileOf(
  orgId: string,
  runId: number,
  payloadFormat: Downloadable['payloadFormat'],
  format: Exclude<DownloadFormat, 'xlsx'>,
): ResultFile {
  const isMultiset = payloadFormat === 'json.multiset.rowwise';
  switch (format) {
    case 'csv':
      return isMultiset
        ? { extension: 'zip', contentType: 'application/zip', chunks: zipOfCsv(orgId, runId) }
        : {
            extension: 'csv',
            contentType: CSV,
            chunks: markedCsv(orgId, csvOf(orgId, runId)),
          };
    case 'json':
      return { extension: 'json', contentType: 'application/json', chunks: jsonOf(orgId, runId, isMultiset) };
    case 'txt':
      return {
        extension: 'txt',
        contentType: 'text/plain; charset=utf-8',
        chunks: textOf(orgId, runId),
      };
    case 'file':
      throw new Error('A table is not a file');
  }
}
