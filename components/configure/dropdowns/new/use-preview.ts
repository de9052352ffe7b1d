'use client';

import { useQuery } from '@tanstack/react-query';
import { useRefresh } from '@/components/input-form/dropdown/use-refresh';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { POLL_MS, previewDropdownOptions } from '@/lib/contract/command/dropdown-options';
import type { InputValues } from '@/lib/inputs/input';

interface Previewed {
  orgId: string;
  commandId: number;
  inputId: number;
  senderCommandId: number;
  valueColumnId: number;
  displayColumnId: number;
  /** The values of the form that the options depend on. */
  values: InputValues;
}

/** The options that a dropdown would have, while it isn't saved; nothing is loaded for null. */
export function usePreview(of: Previewed | null) {
  const { orgId = '', commandId = 0, inputId = 0, ...body } = of ?? {};
  const call = {
    params: { orgId, kitId: commandId, inputId },
    body: { senderCommandId: 0, valueColumnId: 0, displayColumnId: 0, values: {}, ...body },
  };
  const key = [...queryKey(previewDropdownOptions, call), call.body];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => callApi(previewDropdownOptions, call, { signal }),
    enabled: of !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.state === 'loading' ? POLL_MS : false),
  });
  const again = useRefresh(key, () =>
    callApi(previewDropdownOptions, { ...call, body: { ...call.body, refresh: true } }),
  );
  return {
    options: query.data,
    error: again.error ?? query.error,
    isLoading: query.isFetching || again.isPending || query.data?.state === 'loading',
    refresh: again.refresh,
  };
}
