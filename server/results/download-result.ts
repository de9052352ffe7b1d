import type { DownloadFormat, download as downloadOperation } from '@/lib/contract/downloads';
import { AppError } from '@/server/errors';
import type { Context, FileDownload } from '@/server/http/context';
import { csvOf, jsonOf, textOf, zipOfCsv } from '@/server/results/download-formats';
import { checkDownloadLink } from '@/server/results/download-link';
import { chunksOfWhole, wholeFiles } from '@/server/results/download-whole';
import { type Downloadable, unsafeDownloadable } from '@/server/results/downloadable';
import { singleExtension, withoutExtension } from '@/server/results/file-name';
import { refuseOutdatedSpreadsheet } from '@/server/results/make-spreadsheet';
import type { StoredWhole } from '@/server/results/result-file';
import { spreadsheetPath } from '@/server/results/result-file';
import { fileBytes, openResult, type StoredBytes } from '@/server/results/stored-bytes';
import { chunksOfValue } from '@/server/results/stored-value';
import { storedWhole } from '@/server/results/stored-whole';
import type { Chunks } from '@/server/results/zip';

/**
 * Downloads the whole result as a file, for the person who got the link, if they may still see the run. Throws before
 * the first byte is sent if the result can't be downloaded.
 */
export async function downloadResult({
  actor,
  subject,
  params: { format },
  query,
}: Context<typeof downloadOperation>): Promise<FileDownload> {
  const { orgId, runId } = subject;
  checkDownloadLink(query.link, actor.userId, runId, format);
  const found = await unsafeDownloadable(orgId, runId, format);
  const title = `${withoutExtension(found.commandName)} ${runId}`;
  const fileNameWith = (extension: string) => `${title}.${extension}`;
  if (format === 'xlsx') {
    await refuseOutdatedSpreadsheet(orgId, runId);
    const spreadsheet = await fileBytes(spreadsheetPath(orgId, runId));
    const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { fileName: fileNameWith('xlsx'), contentType, chunks: allOf(spreadsheet) };
  }
  const stored = await openResult(orgId, runId);
  const whole = await storedWhole(stored);
  if (whole !== null) return wholeFile(whole, format, fileNameWith);
  if (found.payloadFormat === 'single_value' && (format === 'json' || format === 'txt')) {
    const { extension, contentType } = wholeFiles[format];
    return { fileName: fileNameWith(extension), contentType, chunks: chunksOfValue(stored, format) };
  }
  refuseLongScalar(found, stored);
  const { extension, contentType, chunks } = fileOf(orgId, runId, found.payloadFormat, format);
  return { fileName: fileNameWith(extension), contentType, chunks };
}

const allOf = (stored: StoredBytes): Chunks => stored.stream(0, stored.sizeBytes);

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
            contentType: 'text/csv; charset=utf-8; header=present',
            chunks: csvOf(orgId, runId),
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
