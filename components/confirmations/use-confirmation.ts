'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  answerConfirmation,
  readConfirmation,
  type runConfirmation,
} from '@/lib/contract/runs/confirmations';

export type Confirmation = z.output<typeof runConfirmation>;

/** It expires, its command may change, and the program starts what was confirmed. */
const REFRESH_MS = 5_000;

const isOpen = (found: Confirmation | undefined): boolean =>
  found?.state === 'waiting' || found?.state === 'confirmed';

export function useConfirmation(confirmationId: string) {
  const input = { params: { confirmationId } };
  return useQuery({
    queryKey: queryKey(readConfirmation, input),
    queryFn: ({ signal }) => callApi(readConfirmation, input, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (isOpen(state.data) ? REFRESH_MS : false),
  });
}

/** Confirms a run, with the command's word if it has one, or declines it. */
export function useAnswer(confirmationId: string) {
  const queryClient = useQueryClient();
  const input = { params: { confirmationId } };
  const key = queryKey(readConfirmation, input);
  return useMutation({
    mutationFn: (body: { isConfirmed: boolean; confirmation?: string }) =>
      callApi(answerConfirmation, { ...input, body }),
    onSuccess: (answered) => queryClient.setQueryData(key, answered),
    onError: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
