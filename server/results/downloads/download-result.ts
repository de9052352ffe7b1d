import type { download as downloadOperation } from '@/lib/contract/results/downloads';
import type { Context, FileDownload } from '@/server/operations/context';
import { isChosen, unsafeChosenFile } from '@/server/results/downloads/chosen-file';
import { checkDownloadLink } from '@/server/results/downloads/download-link';
import { unsafeDownloadable } from '@/server/results/downloads/downloadable';
import { titleOf, unsafeResultFile, XLSX } from '@/server/results/downloads/result-as-file';
import { refuseOutdatedSpreadsheet } from '@/server/results/formats/make-spreadsheet';
import { spreadsheetKey } from '@/server/results/stored/result-file';
import { fileBytes, storeIdOf } from '@/server/results/stored/stored-bytes';

/**
 * Downloads the result, or what was chosen of it, as a file, for the person who got the link, if they may still see the run. Throws before
 * the first byte is sent if the result can't be downloaded.
 */
export async function downloadResult({
  actor,
  subject,
  params: { format },
  query: { link, ...asked },
  signal,
}: Context<typeof downloadOperation>): Promise<FileDownload> {
  const { orgId, runId } = subject;
  checkDownloadLink(link, actor.userId, runId, format, asked);
  if (isChosen(asked)) {
    return unsafeChosenFile({ orgId, runId, userId: actor.userId }, format, asked, signal);
  }
  if (format !== 'xlsx') return unsafeResultFile(orgId, runId, format);
  const found = await unsafeDownloadable(orgId, runId, format);
  await refuseOutdatedSpreadsheet(orgId, runId);
  const spreadsheet = await fileBytes(await storeIdOf(orgId, runId), spreadsheetKey(orgId, runId));
  const chunks = spreadsheet.stream(0, spreadsheet.sizeBytes);
  return { fileName: `${titleOf(found, runId)}.xlsx`, contentType: XLSX, chunks };
}
