'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/toasts';
import { ApiError, callApi, callApiForPage } from '@/lib/api-client';
import { DEEPEST_ROW, deleteRunResult, listRuns, type runSummary } from '@/lib/contract/history';
import { filtersOf, type HistoryFilters } from './history-filters';

export type RunSummary = z.output<typeof runSummary>;

export const ROWS_A_PAGE = 25;
const SEARCH_DEBOUNCE_MS = 500;

/** One page of the history; while the next one is on its way, the last one stays. */
export function useHistory(orgId: string, filters: HistoryFilters, page: number) {
  const [settled] = useDebouncedValue(JSON.stringify(filtersOf(filters)), SEARCH_DEBOUNCE_MS);
  return useQuery({
    queryKey: [listRuns.id, { orgId }, settled, page],
    queryFn: ({ signal }) =>
      callApiForPage(
        listRuns,
        {
          params: { orgId },
          query: {
            filter: JSON.parse(settled) as string[],
            sortDesc: 'start_time',
            page,
            per_page: ROWS_A_PAGE,
            max_possible_count: DEEPEST_ROW,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Deletes the results of runs, one after the other, and says how that went. */
export function useDeleteResults(orgId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (runs: readonly RunSummary[]) => {
      let deleted = 0;
      const errors: unknown[] = [];
      for (const { commandId, runId } of runs) {
        try {
          await callApi(deleteRunResult, { params: { orgId, kitId: commandId, runId } });
          deleted += 1;
        } catch (error) {
          errors.push(error);
        }
      }
      return { deleted, errors };
    },
    onSuccess: async ({ deleted, errors }) => {
      if (deleted > 0) toast.success(`${deleted} Run(s) deleted`);
      for (const message of new Set(errors.map(refusal))) toast.danger(message);
      await queryClient.invalidateQueries({ queryKey: [listRuns.id] });
    },
  });
}

function refusal(error: unknown): string {
  if (error instanceof ApiError && error.status === 403)
    return 'You do not have permission to delete this run';
  return error instanceof ApiError ? `Error deleting run: ${error.message}` : 'Error deleting run';
}
