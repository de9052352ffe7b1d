'use client';

import { useQuery } from '@tanstack/react-query';
import { useShown } from '@/components/run-stream/shown-runs';
import { useRun } from '@/components/run-stream/use-run';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readRunSummary } from '@/lib/contract/runs/history';

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
  useShown(query.data);
  return { summary, result: query };
}

export type ComparedRun = ReturnType<typeof useComparedRun>;
