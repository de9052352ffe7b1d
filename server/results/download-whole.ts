import type { DownloadFormat } from '@/lib/contract/downloads';
import { downloadFormats } from '@/lib/runs/download-formats';
import type { WholeAnswer } from '@/server/connectors/types';
import { AppError } from '@/server/errors';
import { resultLines } from '@/server/results/result-lines';
import type { Chunks } from '@/server/results/zip';

/** The name's end and the type of an answer's file as it is downloaded. A file of the source's is never shown by itself. */
export const wholeFiles: Record<
  Exclude<DownloadFormat, 'xlsx'>,
  { extension: string; contentType: string }
> = {
  json: { extension: 'json', contentType: 'application/json' },
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8' },
  txt: { extension: 'txt', contentType: 'text/plain; charset=utf-8' },
  file: { extension: 'bin', contentType: 'application/octet-stream' },
};

/** An answer in one piece, as it stands in storage. */
export async function readWhole(orgId: string, runId: number): Promise<WholeAnswer> {
  for await (const [line = ''] of resultLines(orgId, runId)) return JSON.parse(line);
  throw new Error(`Run ${runId} has no answer in one piece`);
}

/** Its content as a file. Throws 409 for a format that it cannot be had as. */
export async function* chunksOfWhole(answer: WholeAnswer, format: DownloadFormat): Chunks {
  if (!downloadFormats[answer.format].includes(format)) {
    throw new AppError('conflict', `This result cannot be downloaded as ${format}.`);
  }
  switch (answer.format) {
    case 'json':
      yield JSON.stringify(answer.content, null, format === 'txt' ? 2 : undefined);
      return;
    case 'file':
      yield Buffer.from(answer.content.base64, 'base64');
      return;
    default:
      yield answer.content;
  }
}
