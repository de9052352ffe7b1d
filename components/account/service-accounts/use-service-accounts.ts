'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { ResponseOf } from '@/lib/contract/operation';
import { listMembers } from '@/lib/contract/people/members';
import { listServiceAccounts } from '@/lib/contract/people/service-accounts';

export type ServiceAccount = ResponseOf<typeof listServiceAccounts>[number];

export function useServiceAccounts(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listServiceAccounts, input),
    queryFn: ({ signal }) => callApi(listServiceAccounts, input, { signal }),
    staleTime: 0,
  });
}

/** Refetches the accounts after a change, and the members, who include them. */
export function useRefreshServiceAccounts(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [listServiceAccounts.id, listMembers.id].map((id) => queryClient.invalidateQueries({ queryKey: [id] })),
    );
  };
}
