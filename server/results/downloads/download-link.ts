import type {
  createDownloadLink as createDownloadLinkOperation,
  DownloadFormat,
} from '@/lib/contract/results/downloads';
import { API_BASE } from '@/lib/wire/url';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { pollRun } from '@/server/base/events/run-changes';
import type { Context } from '@/server/operations/context';
import { unsafeDownloadable, unsafeRefuseNoTable } from '@/server/results/downloads/downloadable';
import { checkSealedLink, sealedLink } from '@/server/results/downloads/timed-link';
import { forgetFailedSpreadsheet, requestSpreadsheet } from '@/server/results/formats/make-spreadsheet';

const LONGEST_WAIT_MS = 10 * 60_000;

/** What a link allows; its seal is bound to this. */
const purpose = (userId: string, runId: number, format: DownloadFormat): string =>
  `download:${userId}:${runId}:${format}`;

/**
 * Creates a link that downloads the whole result as a file, for five minutes and only for this person. For XLSX, a
 * worker generates the file first, and the link is returned when it exists.
 */
export async function createDownloadLink({
  actor,
  subject,
  params,
  signal,
}: Context<typeof createDownloadLinkOperation>) {
  const { orgId, runId } = subject;
  const found = await unsafeDownloadable(orgId, runId, params.format);
  if (params.format === 'csv' || params.format === 'xlsx') await unsafeRefuseNoTable(orgId, runId, found);
  if (params.format === 'xlsx') await waitForSpreadsheet(orgId, runId, signal);
  const link = sealedLink(purpose(actor.userId, runId, params.format));
  return {
    url: `${env().appUrl}${API_BASE}/${encodeURIComponent(orgId)}/runs/${runId}/download/${params.format}?link=${link}`,
  };
}

/** Throws if the link is invalid, expired, someone else's, or for something else. */
export function checkDownloadLink(link: string, userId: string, runId: number, format: DownloadFormat): void {
  checkSealedLink(link, purpose(userId, runId, format));
}

async function waitForSpreadsheet(orgId: string, runId: number, signal: AbortSignal): Promise<void> {
  const look = async () => {
    const seen = await requestSpreadsheet(orgId, runId);
    return seen === 'ready' || seen === 'failed' ? seen : null;
  };
  const status = await pollRun({ runId, timeoutMs: LONGEST_WAIT_MS, signal, watched: 'changes', look });
  if (status === 'ready') return;
  if (status === null) {
    throw new AppError('timed_out', "The spreadsheet isn't ready yet. Download it again in a few minutes.");
  }
  const failure = await forgetFailedSpreadsheet(runId);
  if (failure !== null) throw new AppError('unavailable', failure);
  throw new AppError(
    'impossible',
    'The spreadsheet could not be created. Try again, or download the CSV file.',
  );
}
