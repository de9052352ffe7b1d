import type { DownloadFormat, download as downloadOperation } from '@/lib/contract/downloads';
import { AppError } from '@/server/errors';
import type { Context, FileAnswer } from '@/server/http/context';
import { bytesOf, csvOf, jsonOf, textOf, zipOfCsv } from '@/server/results/download-formats';
import { checkDownloadLink } from '@/server/results/download-link';
import { chunksOfWhole, readWhole, wholeFiles } from '@/server/results/download-whole';
import { type Downloadable, unsafeDownloadable } from '@/server/results/downloadable';
import { spreadsheetPath } from '@/server/results/result-file';
import type { Chunks } from '@/server/results/zip';

/** The whole result as a file, to whom its link was given and who may still see the run. */
export async function downloadResult({
  actor,
  subject,
  params,
  query,
}: Context<typeof downloadOperation>): Promise<FileAnswer> {
  const { orgId, runId } = subject;
  checkDownloadLink(query.link, actor.userId, runId, params.format);
  const found = await unsafeDownloadable(orgId, runId);
  if (isWhole(found.payloadFormat) && !(found.payloadFormat === 'csv' && params.format === 'xlsx'))
    return wholeFile(orgId, runId, found, params.format);
  const { extension, contentType, chunks } = fileOf(orgId, runId, found.payloadFormat, params.format);
  return { fileName: `${found.commandName} ${runId}.${extension}`, contentType, chunks };
}

function isWhole(format: Downloadable['payloadFormat']): boolean {
  return !format.endsWith('rowwise') && format !== 'single_value';
}

async function wholeFile(
  orgId: string,
  runId: number,
  { commandName }: Downloadable,
  format: DownloadFormat,
): Promise<FileAnswer> {
  const answer = await readWhole(orgId, runId);
  if (format === 'xlsx') throw new AppError('conflict', 'Only tables can be downloaded as a spreadsheet.');
  const { extension, contentType } = wholeFiles[format];
  const fileName = answer.format === 'file' ? answer.content.name : `${commandName} ${runId}.${extension}`;
  return { fileName, contentType, chunks: chunksOfWhole(answer, format) };
}

interface ResultFile {
  extension: string;
  contentType: string;
  chunks: Chunks;
}

function fileOf(
  orgId: string,
  runId: number,
  payloadFormat: Downloadable['payloadFormat'],
  format: DownloadFormat,
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
        chunks: textOf(orgId, runId, payloadFormat === 'single_value'),
      };
    case 'file':
      throw new AppError('conflict', 'This result is no file. Download it in another format.');
    case 'xlsx':
      return {
        extension: 'xlsx',
        contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        chunks: bytesOf(spreadsheetPath(orgId, runId)),
      };
  }
}
