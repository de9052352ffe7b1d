'use client';

import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { type CallInput, callApi, operationUrl } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { AnyOperation, ResponseOf } from '@/lib/contract/operation';
import type { CheckState, CheckView } from './check-view';
import { inTime } from './in-time';

/** A check to make: what is called, and how the page names it. */
export interface Asked<O extends AnyOperation> {
  key: string;
  name: string;
  operation: O;
  input: CallInput<O>;
}

/** An answer that says how a check went. */
interface Answer {
  state: 'success' | 'warning' | 'failure';
  message: string;
  data?: string | null;
  traceback: string | null;
  stack: string | null;
}

/** Makes checks, all at once, and again only when someone asks. Each view stands at the place of its check. */
export function useChecks<O extends AnyOperation>(
  asked: readonly Asked<O>[],
): { views: CheckView[]; answers: (ResponseOf<O> | undefined)[] } {
  const queries = useQueries({
    queries: asked.map(({ operation, input }) => ({
      queryKey: queryKey(operation, input),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        inTime(signal, (limited) => callApi(operation, input, { signal: limited })),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    })),
  });
  return {
    views: asked.map((each, index) => viewOf(each, queries[index] as UseQueryResult<unknown>)),
    answers: queries.map(({ data }) => data as ResponseOf<O> | undefined),
  };
}

function viewOf<O extends AnyOperation>(
  { key, name, operation, input }: Asked<O>,
  query: UseQueryResult<unknown>,
): CheckView {
  const answer = query.data as Answer | undefined;
  const failure = query.error === null ? null : describeError(query.error);
  const answeredAtMs = Math.max(query.dataUpdatedAt, query.errorUpdatedAt);
  return {
    key,
    name,
    state: stateOf(query, answer),
    message: failure === null ? (answer?.message ?? '') : `Failed: GET ${operationUrl(operation, input)}`,
    data: failure === null ? (answer?.data ?? null) : null,
    traceback: failure === null ? (answer?.traceback ?? null) : failure.message,
    stack: failure === null ? (answer?.stack ?? null) : null,
    answeredAt: answeredAtMs === 0 ? null : new Date(answeredAtMs).toISOString(),
    refresh: () => void query.refetch(),
  };
}

function stateOf({ isFetching, error }: UseQueryResult<unknown>, answer: Answer | undefined): CheckState {
  if (isFetching || (answer === undefined && error === null)) return 'loading';
  return error !== null || answer === undefined ? 'apiError' : answer.state;
}
