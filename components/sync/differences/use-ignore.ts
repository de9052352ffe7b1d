'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readDiff } from '@/lib/contract/sources/sync';
import { ignoreThing, unignoreThing } from '@/lib/contract/sources/sync-ignore';
import type { Compared, DiffRow } from './use-diff';

/**
 * Adds things to the ignore list and removes them.
 * @param onIgnored called with the cloudId of what is no longer offered.
 */
export function useIgnore({ orgId }: Compared, onIgnored: (cloudId: string) => void) {
  const queryClient = useQueryClient();
  const onSuccess = () => queryClient.invalidateQueries({ queryKey: [readDiff.id] });
  const failed = (error: Error) =>
    toast.danger(`Error adding to Pushboard Ignore. ${describeError(error).message}`);
  const ignore = useMutation({
    mutationFn: ({ cloudId }: DiffRow) => callApi(ignoreThing, { params: { orgId }, body: { cloudId } }),
    onSuccess: (_, { cloudId }) => {
      onIgnored(cloudId);
      return onSuccess();
    },
    onError: failed,
  });
  const offerAgain = useMutation({
    mutationFn: ({ ignoreId }: DiffRow) =>
      callApi(unignoreThing, { params: { orgId, ignoreId: ignoreId ?? 0 } }),
    onSuccess,
    onError: (error) => toast.danger(`It is still ignored. ${describeError(error).message}`),
  });
  return { ignore: ignore.mutate, offerAgain: offerAgain.mutate };
}
