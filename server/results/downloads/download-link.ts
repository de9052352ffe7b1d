import { operationUrl } from '@/lib/client/api-client';
import {
  type createDownloadLink as createDownloadLinkOperation,
  type DownloadFormat,
  download,
} from '@/lib/contract/results/downloads';
import { env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { pollRun } from '@/server/base/events/run-changes';
import type { Context } from '@/server/operations/context';
import { type Chosen, chosenParts, isChosen, unsafeChosenFile } from '@/server/results/downloads/chosen-file';
import { unsafeDownloadable, unsafeRefuseNoTable } from '@/server/results/downloads/downloadable';
import { checkSealedLink, sealedLink } from '@/server/results/downloads/timed-link';
import { forgetFailedSpreadsheet, requestSpreadsheet } from '@/server/results/formats/make-spreadsheet';

const LONGEST_WAIT_MS = 10 * 60_000;

/** What a link allows; its seal is bound to this. */
const purpose = (userId: string, runId: number, format: DownloadFormat, asked: Chosen): string =>
  `download:${userId}:${runId}:${format}${isChosen(asked) ? `:${JSON.stringify(chosenParts(asked))}` : ''}`;

/**
 * Creates a link that downloads the whole result as a file, or what was chosen of it, for five minutes and only for this person. For XLSX, a
 * worker generates the file first, and the link is returned when it exists.
 */
export async function createDownloadLink({
  actor,
  subject,
  params: { format },
  query,
  signal,
}: Context<typeof createDownloadLinkOperation>) {
  const { orgId, runId } = subject;
  if (isChosen(query)) {
    // What refuses the file refuses its link.
    await unsafeChosenFile({ orgId, runId, userId: actor.userId }, format, query, signal);
  } else await prepareWhole(orgId, runId, format, signal);
  const link = sealedLink(purpose(actor.userId, runId, format, query));
  const path = operationUrl(download, { params: { orgId, runId, format }, query: { ...query, link } });
  return { url: `${env().appUrl}${path}` };
}

async function prepareWhole(
  orgId: string,
  runId: number,
  format: DownloadFormat,
  signal: AbortSignal,
): Promise<void> {
  const found = await unsafeDownloadable(orgId, runId, format);
  if (format === 'csv' || format === 'xlsx') await unsafeRefuseNoTable(orgId, runId, found);
  if (format === 'xlsx') await waitForSpreadsheet(orgId, runId, signal);
}

/** Throws if the link is invalid, expired, someone else's, or for something else. */
export function checkDownloadLink(
  link: string,
  userId: string,
  runId: number,
  format: DownloadFormat,
  asked: Chosen,
): void {
  checkSealedLink(link, purpose(userId, runId, format, asked));
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
