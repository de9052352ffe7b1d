'use client';

import { hashKey, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { listDropdownOptions } from '@/lib/contract/command/dropdown-options';
import type { ResponseOf } from '@/lib/contract/operation';

export type Options = ResponseOf<typeof listDropdownOptions>;

/** Which options are loaded again: kept with the request, since the ones that are shown can be others when it ends. */
interface Asked {
  key: QueryKey;
  load(): Promise<Options>;
}

/** Loads the options of a query again. The error and the waiting are those of these options, not of earlier ones. */
export function useRefresh(key: QueryKey, load: Asked['load']) {
  const queryClient = useQueryClient();
  const { mutate, variables, error, isPending } = useMutation({
    mutationFn: (asked: Asked) => asked.load(),
    onSuccess: (loaded, asked) => queryClient.setQueryData(asked.key, loaded),
  });
  const isOfThese = variables !== undefined && hashKey(variables.key) === hashKey(key);
  return {
    error: isOfThese ? error : null,
    isPending: isOfThese && isPending,
    refresh: () => mutate({ key, load }),
  };
}
