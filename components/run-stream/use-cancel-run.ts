'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listRuns, readRunSummary } from '@/lib/contract/runs/history';
import { cancelRun } from '@/lib/contract/runs/runs';

interface CancelledRun {
  orgId: string;
  commandId: number;
  runId: number;
}

/** Cancels a run in progress, from any page. */
export function useCancelRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ orgId, commandId, runId }: CancelledRun) =>
      callApi(cancelRun, { params: { orgId, kitId: commandId, runId } }),
    onError: (error) => toast.danger(`The run could not be canceled. ${describeError(error).message}`),
    onSettled: () =>
      Promise.all(
        [listRuns, readRunSummary].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
      ),
  });
}
