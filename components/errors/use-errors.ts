'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { parseAsBoolean, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { errorSorts, errorStates, listErrors, readError, updateError } from '@/lib/contract/insight/errors';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';

export type ErrorDetails = ResponseOf<typeof readError>;
export type ListedError = ResponseOf<typeof listErrors>['errors'][number];
export type ErrorChange = BodyOf<typeof updateError>;

const A_PAGE = 25;
/** Failures are grouped within seconds, and others change errors, too. */
const REFRESH_MS = 15_000;

const address = {
  state: parseAsStringLiteral(errorStates).withDefault('open'),
  sort: parseAsStringLiteral(errorSorts).withDefault('last'),
  command: parseAsInteger,
  source: parseAsString,
  bad: parseAsBoolean.withDefault(false),
};

/** Which errors are shown, kept in the page's address. */
export const useErrorsAddress = () => useQueryStates(address, { history: 'push' });
export type ErrorsAddress = ReturnType<typeof useErrorsAddress>[0];

export function useErrors(orgId: string, { state, sort, command, source, bad }: ErrorsAddress) {
  const query = {
    state,
    sort,
    show_bad_input: bad,
    per_page: A_PAGE,
    ...(command === null ? {} : { kit_id: command }),
    ...(source === null ? {} : { source_kind: source }),
  };
  return useInfiniteQuery({
    queryKey: queryKey(listErrors, { params: { orgId }, query }),
    queryFn: ({ pageParam, signal }) => {
      const after = pageParam === null ? {} : { after: pageParam };
      return callApi(listErrors, { params: { orgId }, query: { ...query, ...after } }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

/** How many errors are open; undefined until it is known. */
export function useOpenErrors(orgId: string): number | undefined {
  const input = { params: { orgId }, query: { state: 'open' as const, per_page: 1 } };
  return useQuery({
    queryKey: queryKey(listErrors, input),
    queryFn: ({ signal }) => callApi(listErrors, input, { signal }),
    refetchInterval: REFRESH_MS,
  }).data?.counts.open;
}

export function useError(orgId: string, errorId: number) {
  const input = { params: { orgId, errorId } };
  return useQuery({
    queryKey: queryKey(readError, input),
    queryFn: ({ signal }) => callApi(readError, input, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

export function useChangeError(orgId: string, errorId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ErrorChange) => callApi(updateError, { params: { orgId, errorId }, body }),
    onSuccess: (changed) =>
      queryClient.setQueryData(queryKey(readError, { params: { orgId, errorId } }), changed),
    onSettled: () =>
      Promise.all([listErrors, readError].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] }))),
  });
}
