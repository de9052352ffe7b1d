import type {
  createDownloadLink as createDownloadLinkOperation,
  DownloadFormat,
} from '@/lib/contract/downloads';
import { API_BASE } from '@/lib/contract/url';
import { clock } from '@/server/clock';
import { env } from '@/server/env';
import { AppError } from '@/server/errors';
import type { Context } from '@/server/http/context';
import { pollRun } from '@/server/queue/run-changes';
import { unsafeDownloadable } from '@/server/results/downloadable';
import { forgetFailedSpreadsheet, requestSpreadsheet } from '@/server/results/make-spreadsheet';
import { open, seal } from '@/server/secrets/seal';

const GOOD_FOR_MS = 5 * 60_000;
const LONGEST_WAIT_MS = 10 * 60_000;

/** What a link is good for; the seal is bound to it. */
const purpose = (userId: string, runId: number, format: DownloadFormat): string =>
  `download:${userId}:${runId}:${format}`;

/**
 * A link that answers the whole result as a file, for five minutes and to this person alone. An XLSX file is made by
 * a worker first; its link is answered when it is there.
 */
export async function createDownloadLink({
  actor,
  subject,
  params,
  signal,
}: Context<typeof createDownloadLinkOperation>) {
  const { orgId, runId } = subject;
  await unsafeDownloadable(orgId, runId, params.format);
  if (params.format === 'xlsx') await waitForSpreadsheet(orgId, runId, signal);
  const until = String(clock.now().getTime() + GOOD_FOR_MS);
  const link = seal(until, purpose(actor.userId, runId, params.format)).toString('base64url');
  return {
    url: `${env().appUrl}${API_BASE}/${encodeURIComponent(orgId)}/runs/${runId}/download/${params.format}?link=${link}`,
  };
}

/** Throws when the link is none of ours, somebody else's, for something else, or too old. */
export function checkDownloadLink(link: string, userId: string, runId: number, format: DownloadFormat): void {
  let until: number;
  try {
    until = Number(open(Buffer.from(link, 'base64url'), purpose(userId, runId, format)));
  } catch (cause) {
    throw new AppError('forbidden', 'This link is not yours, or is for something else.', { cause });
  }
  if (clock.now().getTime() > until) {
    throw new AppError('forbidden', 'This link is older than five minutes. Download the result again.');
  }
}

async function waitForSpreadsheet(orgId: string, runId: number, signal: AbortSignal): Promise<void> {
  const look = async () => {
    const seen = await requestSpreadsheet(orgId, runId);
    return seen === 'ready' || seen === 'failed' ? seen : null;
  };
  const status = await pollRun({ runId, timeoutMs: LONGEST_WAIT_MS, signal, watched: 'changes', look });
  if (status === 'ready') return;
  if (status === null) {
    throw new AppError('timed_out', 'The spreadsheet is still being made. Ask for it again in a while.');
  }
  await forgetFailedSpreadsheet(runId);
  throw new AppError('impossible', 'The spreadsheet could not be made. Try again, or take the CSV file.');
}
