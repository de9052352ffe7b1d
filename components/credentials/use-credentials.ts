'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  type connectionKind,
  type credential,
  listConnectionKinds,
  listCredentials,
} from '@/lib/contract/sources/credentials';
import { credentialsInput } from './credentials-input';

export type Credential = z.output<typeof credential>;
export type ConnectionKind = z.output<typeof connectionKind>;

export function useCredentials(orgId: string) {
  const input = credentialsInput(orgId);
  return useQuery({
    queryKey: queryKey(listCredentials, input),
    queryFn: ({ signal }) => callApi(listCredentials, input, { signal }),
  });
}

export function useKinds(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listConnectionKinds, input),
    queryFn: ({ signal }) => callApi(listConnectionKinds, input, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
