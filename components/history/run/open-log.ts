import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import { readLogUrl } from '@/lib/contract/runs/run-paths';

/** Opens the log of a run: of the source in another tab, or as a file if it is kept here. */
export async function openLog({ orgId, runId }: { orgId: string; runId: number }): Promise<void> {
  try {
    const { url } = await callApi(readLogUrl, { params: { orgId, runId } });
    if (new URL(url).origin === window.location.origin) window.location.assign(url);
    else window.open(url, '_blank', 'noopener,noreferrer');
  } catch (error) {
    const isNone = error instanceof ApiError && error.status === 409;
    if (isNone) toast.info('No logs available');
    else toast.failure('Error fetching logs URL', error);
  }
}
