'use client';

import { useQuery } from '@tanstack/react-query';
import { useRun } from '@/components/run-stream/use-run';
import { callApi } from '@/lib/api-client';
import { readRunSummary } from '@/lib/contract/history';
import { queryKey } from '@/lib/query-keys';

/** One side of a comparison: the facts of a run and its result. Both are undefined while they load. */
export function useComparedRun(orgId: string, runId: number | null) {
  const input = { params: { orgId, runId: runId ?? 0 } };
  const summary = useQuery({
    queryKey: queryKey(readRunSummary, input),
    queryFn: ({ signal }) => callApi(readRunSummary, input, { signal }),
    enabled: runId !== null,
  });
  const isThere = summary.data !== undefined && !summary.data.isDeleted;
  const { query } = useRun(orgId, summary.data?.commandId ?? 0, isThere ? runId : null);
  return { summary, result: query };
}

export type ComparedRun = ReturnType<typeof useComparedRun>;
