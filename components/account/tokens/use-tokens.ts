'use client';

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import {
  createServiceToken,
  listServiceTokens,
  revokeServiceToken,
  updateServiceToken,
} from '@/lib/contract/people/service-accounts';
import { createToken, listTokens, revokeToken, updateToken } from '@/lib/contract/people/tokens';

export type Token = ResponseOf<typeof listTokens>[number];
export type FreshToken = ResponseOf<typeof createToken>;
export type NewToken = BodyOf<typeof createToken>;
export type TokenChanges = BodyOf<typeof updateToken>;

/** An organization whose commands a token can be for. */
export interface TokenOrg {
  orgId: string;
  name: string;
}

/** Whose tokens they are: the person's own, or those of a service account. */
export type TokenOwner = { kind: 'self' } | { kind: 'service'; orgId: string; userId: string };

/** Paths accept no further keys. */
const placeOf = ({ orgId, userId }: Extract<TokenOwner, { kind: 'service' }>) => ({ orgId, userId });

const TOKENS_A_PAGE = 25;

const keyOf = (owner: TokenOwner) =>
  owner.kind === 'self' ? [listTokens.id] : [listServiceTokens.id, owner.orgId, owner.userId];

function pageOf(owner: TokenOwner, page: number, signal: AbortSignal): Promise<Token[]> {
  const query = { page, per_page: TOKENS_A_PAGE };
  return owner.kind === 'self'
    ? callApi(listTokens, { query }, { signal })
    : callApi(listServiceTokens, { params: placeOf(owner), query }, { signal });
}

/**
 * The tokens of an owner, page by page.
 *
 * @param refetchMs how often to look again, while a person waits for the first use of one
 */
export function useTokens(owner: TokenOwner, refetchMs: number | false = false) {
  return useInfiniteQuery({
    queryKey: keyOf(owner),
    queryFn: ({ pageParam, signal }) => pageOf(owner, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (page, pages) => (page.length < TOKENS_A_PAGE ? null : pages.length),
    refetchInterval: refetchMs,
    staleTime: 0,
  });
}

/** Creates a token. The response holds it, and nothing keeps that. */
export function useCreateToken(owner: TokenOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewToken): Promise<FreshToken> =>
      owner.kind === 'self'
        ? callApi(createToken, { body })
        : callApi(createServiceToken, { params: placeOf(owner), body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(owner) }),
    gcTime: 0,
  });
}

/** Changes a token, which stays the same for whatever has it. */
export function useUpdateToken(owner: TokenOwner) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ token: { tokenId }, changes: body }: { token: Token; changes: TokenChanges }) =>
      owner.kind === 'self'
        ? callApi(updateToken, { params: { tokenId }, body })
        : callApi(updateServiceToken, { params: { ...placeOf(owner), tokenId }, body }),
    onSuccess: ({ name }) => toast.success(`Saved ${name}.`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(owner) }),
  });
}

/** Asks, then revokes a token. */
export function useRevokeToken(owner: TokenOwner) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: ({ tokenId }: Token) =>
      owner.kind === 'self'
        ? callApi(revokeToken, { params: { tokenId } })
        : callApi(revokeServiceToken, { params: { ...placeOf(owner), tokenId } }),
    onSuccess: (_, { name }) => toast.success(`Revoked ${name}.`),
    onError: (error, { name }) => toast.failure(`${name} was not revoked`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(owner) }),
  });
  return async (token: Token): Promise<void> => {
    const isSure = await confirm({
      title: `Revoke ${token.name}?`,
      body: 'Whatever uses it is refused from now on, and its queued runs are not started. This cannot be undone.',
      confirmLabel: 'Revoke',
      isDangerous: true,
    });
    if (isSure) revoke.mutate(token);
  };
}
