'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import type { Command } from '../use-command';

/** The latest runs of a command, the newest first: its own, not those of others with the same template. */
export function usePreviousRuns({ orgId, commandId }: Command, count: number) {
  const filter = [`kit_id:${commandId}`, 'is_dropdown:false', 'is_startup:false', 'bulk_parent_id:null'];
  const input = { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: count, page: 0 } };
  return useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    staleTime: 0,
  });
}
