'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readDirectory, syncAdGroups, syncAdUsers, type syncSummary } from '@/lib/contract/people/directory';
import { listGroups, listMembers } from '@/lib/contract/people/members';

export type SyncSummary = z.output<typeof syncSummary>;

/** While a sync is running, its progress is read this often. */
const PROGRESS_MS = 1000;

/** When the directory was last synced, and how far a running sync is. */
export function useDirectory(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(readDirectory, input),
    queryFn: ({ signal }) => callApi(readDirectory, input, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.readCount == null ? false : PROGRESS_MS),
  });
}

/** Refetches what a sync may have changed. */
export function useRefreshDirectory(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [readDirectory, listMembers, listGroups].map(({ id }) =>
        queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
}

export const syncUsers = (orgId: string): Promise<SyncSummary> => callApi(syncAdUsers, { params: { orgId } });
export const syncGroups = (orgId: string): Promise<SyncSummary> =>
  callApi(syncAdGroups, { params: { orgId } });
