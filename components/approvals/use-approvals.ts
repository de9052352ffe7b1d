'use client';

import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { parseAsInteger, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import type { approvalRequest } from '@/lib/contract/runs/approval-shapes';
import { answerApproval, listApprovals, readApproval, withdrawApproval } from '@/lib/contract/runs/approvals';
import { listNotifications } from '@/lib/contract/runs/notifications';
import { approvalState } from '@/lib/contract/runs/run-approval';

export type Approval = z.output<typeof approvalRequest>;

export const BOXES = ['to_answer', 'answered', 'asked'] as const;
export type Box = (typeof BOXES)[number];
const A_PAGE = 20;
/** Others answer, too, and requests expire. */
const REFRESH_MS = 15_000;

/** Which requests are shown, kept in the page's address; `id` is the one that a message led to. */
export const useApprovalAddress = () =>
  useQueryStates(
    {
      box: parseAsStringLiteral(BOXES).withDefault('to_answer'),
      state: parseAsStringLiteral(approvalState.options),
      id: parseAsInteger,
    },
    { history: 'push' },
  );

interface Wanted {
  box: Box;
  state: Approval['state'] | null;
}

/** What an address asks for: only what waits is to be answered, and an address of before may name another state. */
export function wantedAt({ box, state }: Wanted): Wanted {
  if (box !== 'to_answer') return { box, state };
  return state === null || state === 'waiting' ? { box, state: 'waiting' } : { box: 'answered', state };
}

export function useApprovals(orgId: string, { box, state }: Wanted) {
  const query = { box, ...(state === null ? {} : { state }), per_page: A_PAGE };
  return useInfiniteQuery({
    queryKey: queryKey(listApprovals, { params: { orgId }, query }),
    queryFn: ({ pageParam, signal }) => {
      const before = pageParam === null ? {} : { before: pageParam };
      return callApi(listApprovals, { params: { orgId }, query: { ...query, ...before } }, { signal });
    },
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.length < A_PAGE ? null : (page.at(-1)?.approvalId ?? null)),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

export function useApproval(orgId: string, approvalId: number | null) {
  const input = { params: { orgId, approvalId: approvalId ?? 1 } };
  return useQuery({
    queryKey: queryKey(readApproval, input),
    queryFn: ({ signal }) => callApi(readApproval, input, { signal }),
    enabled: approvalId !== null,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      // The bell no longer asks for an answer that was given.
      [listApprovals, readApproval, listNotifications].map(({ id }) =>
        queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
}

/**
 * The command whose form has names for the values of a request that waits; null where none are needed. The reader's own
 * access counts: people who can't open the command see the values alone.
 */
export function useFormOf(
  orgId: string,
  { state, hasDropdowns, commandId, answerCommandId }: Approval,
  isMine: boolean,
) {
  const input = { params: { orgId, kitId: isMine ? commandId : answerCommandId } };
  const { data = null } = useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
    enabled: hasDropdowns && state === 'waiting',
  });
  return data;
}

/**
 * Grants a request, or denies it with a reason.
 *
 * @param onAnswered called before the lists are read again, which takes away the buttons that answer it
 */
export function useAnswer(
  orgId: string,
  { approvalId, answerCommandId }: Approval,
  onAnswered: (approval: Approval, isGranted: boolean) => void,
) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: (body: { isGranted: boolean; reason: string | null }) =>
      callApi(answerApproval, { params: { orgId, kitId: answerCommandId, approvalId }, body }),
    onSuccess: (approval, { isGranted }) => onAnswered(approval, isGranted),
    onSettled,
  });
}

export function useWithdraw(orgId: string, { approvalId }: Approval) {
  const onSettled = useRefresh();
  return useMutation({
    mutationFn: () => callApi(withdrawApproval, { params: { orgId, approvalId } }),
    onSettled,
  });
}
