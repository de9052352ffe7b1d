'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { CommandSummary } from '../use-library';

/** Returns a function that prefetches the builder's data for a command that is likely to be opened. */
export function usePrefetchCommand(): (command: CommandSummary) => void {
  const queryClient = useQueryClient();
  return useCallback(
    ({ orgId, commandId }) => {
      const input = { params: { orgId, kitId: commandId } };
      import('@/lib/contract/command/command').then(
        ({ readCommand }) =>
          queryClient.prefetchQuery({
            queryKey: queryKey(readCommand, input),
            queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
          }),
        () => {
          // The page of the command loads it again, and shows what fails.
        },
      );
    },
    [queryClient],
  );
}
