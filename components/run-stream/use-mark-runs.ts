'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listRuns, readRunSummary } from '@/lib/contract/runs/history';
import { markRuns } from '@/lib/contract/runs/run-marks';
import { formatCount } from '@/lib/results/table/row-counts';
import type { RunningRun } from './use-running-runs';

/** Which runs to mark: some, or all that match filters in the API's notation. */
export type Marked = { runIds: number[] } | { filter: string[] };

/** Marks failed runs as handled, or takes the marks back. */
export function useMarkRuns(orgId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ runs, isDealtWith }: { runs: Marked; isDealtWith: boolean }) =>
      callApi(markRuns, { params: { orgId }, body: { ...runs, isDealtWith } }),
    onSuccess: async ({ changed }, { isDealtWith }) => {
      const count = changed === 1 ? '1 run' : `${formatCount(changed)} runs`;
      toast.success(isDealtWith ? `${count} marked as handled.` : `${count} marked as unhandled.`);
      await Promise.all(
        [listRuns, readRunSummary].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
      );
    },
    onError: (error, { isDealtWith }) =>
      toast.failure(isDealtWith ? 'Nothing was marked as handled' : 'Nothing was marked as unhandled', error),
  });
}

/** Whether a run failed, so that someone may have to handle it. */
export const isFailure = ({ status, isDeleted }: Pick<RunningRun, 'status' | 'isDeleted'>): boolean =>
  !isDeleted && (status === 'failed' || status === 'cron_error' || status === 'cron_cancellation');
