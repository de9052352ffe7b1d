'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readCommand } from '@/lib/contract/command/command';
import { readCredential } from '@/lib/contract/sources/credentials';
import { bulkDiff, readDiff } from '@/lib/contract/sources/sync';
import type { diff, diffRow } from '@/lib/contract/sources/sync-diff';

export type Diff = z.output<typeof diff>;
export type DiffRow = z.output<typeof diffRow>;

/** What a panel compares: a connection, or one of the descriptions that were uploaded for it. */
export interface Compared {
  orgId: string;
  credentialId: number;
  staticCommandSourceId: number | null;
}

/** The connection that a panel adds from. */
export function useSource({ orgId, credentialId }: Compared) {
  const input = { params: { orgId, credsId: credentialId } };
  return useQuery({
    queryKey: queryKey(readCredential, input),
    queryFn: ({ signal }) => callApi(readCredential, input, { signal }),
  });
}

/** How a source differs from its commands. It is fetched again each time the panel opens. */
export function useDiff({ orgId, credentialId, staticCommandSourceId }: Compared) {
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: [readDiff.id, { orgId, credsId: credentialId, staticCommandSourceId }],
    queryFn: async ({ signal }) => {
      const diff = await (staticCommandSourceId === null
        ? callApi(readDiff, { params: { orgId, credsId: credentialId } }, { signal, isTrusted: true })
        : callApi(
            bulkDiff,
            { params: { orgId }, body: [{ credentialId, staticCommandSourceId }] },
            { signal, isTrusted: true },
          ));
      // What the source told of commands that turned out to be the same is settled.
      void queryClient.invalidateQueries({ queryKey: [readCommand.id] });
      return diff;
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}
