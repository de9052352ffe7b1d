'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/api-client';
import { readCredential } from '@/lib/contract/credentials';
import { findAdditions } from '@/lib/contract/sync';
import type { diffRow } from '@/lib/contract/sync-diff';
import { queryKey } from '@/lib/query-keys';

export type Addition = z.output<typeof diffRow>;

/** The connection that a panel adds from. */
export function useSource(orgId: string, credentialId: number) {
  const input = { params: { orgId, credsId: credentialId } };
  return useQuery({
    queryKey: queryKey(readCredential, input),
    queryFn: ({ signal }) => callApi(readCredential, input, { signal }),
  });
}

/** What a connection offers that is no command yet. It is asked anew each time the panel opens. */
export function useAdditions(orgId: string, credentialId: number) {
  return useQuery({
    queryKey: [findAdditions.id, { orgId }, { credentialId }],
    queryFn: ({ signal }) =>
      callApi(findAdditions, { params: { orgId }, body: { credentialId } }, { signal }),
    select: ({ added }) => added,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
