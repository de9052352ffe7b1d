'use client';

import { useQuery } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listRuns } from '@/lib/contract/runs/history';
import type { ComparedRun } from './use-compared-run';

const LOOKED_AT = 10;

/**
 * The latest run of the same command before a run that has a result to compare.
 *
 * @param run null for nothing to look for
 * @returns the run's id; null if no earlier run has a result
 */
export function usePreviousRun(orgId: string, run: ComparedRun['summary']['data'] | null) {
  const filter =
    run == null
      ? []
      : [
          `kit_id:${run.commandId}`,
          'status:success',
          'is_dropdown:false',
          'is_startup:false',
          'bulk_parent_id:null',
          `start_time:lt:${run.createdAt}`,
        ];
  const input = {
    params: { orgId },
    query: { filter, sortDesc: 'start_time', per_page: LOOKED_AT, page: 0 },
  };
  return useQuery({
    queryKey: queryKey(listRuns, input),
    queryFn: ({ signal }) => callApi(listRuns, input, { signal }),
    select: (runs) => runs.find(({ isBulkParent, isDeleted }) => !isBulkParent && !isDeleted)?.runId ?? null,
    enabled: run != null,
  });
}
