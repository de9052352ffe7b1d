'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listNeedsAttention } from '@/lib/contract/dependents/attention';
import type { ResponseOf } from '@/lib/contract/operation';

export type Attention = ResponseOf<typeof listNeedsAttention>;
export type AttentionItem = Attention['items'][number];

/** What stopped working that the person can fix or owns. */
export function useAttention(orgId: string): UseQueryResult<Attention> {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listNeedsAttention, input),
    queryFn: ({ signal }) => callApi(listNeedsAttention, input, { signal }),
  });
}

/** The ids of the commands that need attention. */
export function useCommandsInNeed(orgId: string): ReadonlySet<number> {
  const { data } = useAttention(orgId);
  return new Set(data?.items.map(({ commandId }) => commandId));
}
