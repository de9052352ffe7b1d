'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  listOutbox,
  mailState,
  type outboxMessage,
  type outboxRow,
  readOutboxMessage,
  sendAgain,
} from '@/lib/contract/sharing/mail';

export type OutboxRow = z.output<typeof outboxRow>;
export type OutboxMessage = z.output<typeof outboxMessage>;

const ROWS_A_PAGE = 50;
const POLL_MS = 3_000;

/** The message filter, kept in the page's address. */
export function useOutboxState() {
  return useQueryState('state', parseAsStringLiteral(mailState.options).withOptions({ history: 'push' }));
}

const isOnItsWay = ({ state }: OutboxRow) => state === 'waiting' || state === 'sending';

/** The messages, page by page. While one is being sent, they are refreshed. */
export function useOutbox(orgId: string, state: OutboxRow['state'] | null) {
  const query = { ...(state === null ? {} : { filter: [`state:${state}`] }), per_page: ROWS_A_PAGE };
  return useInfiniteQuery({
    queryKey: queryKey(listOutbox, { params: { orgId }, query }),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return callApi(listOutbox, { params: { orgId }, query: { ...query, ...before } }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < ROWS_A_PAGE ? null : (page.at(-1)?.mailId ?? null)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.pages.flat().some(isOnItsWay) ? POLL_MS : false),
  });
}

export function useMessage(orgId: string, mailId: number) {
  const input = { params: { orgId, mailId } };
  return useQuery({
    queryKey: queryKey(readOutboxMessage, input),
    queryFn: ({ signal }) => callApi(readOutboxMessage, input, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOnItsWay(data) ? POLL_MS : false),
  });
}

/** Sends a failed message again. */
export function useSendAgain(orgId: string, mailId: number) {
  const queryClient = useQueryClient();
  const input = { params: { orgId, mailId } };
  return useMutation({
    mutationFn: () => callApi(sendAgain, input),
    onSuccess: (message) => {
      toast.info('Sending email...');
      queryClient.setQueryData(queryKey(readOutboxMessage, input), message);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listOutbox.id] }),
  });
}
