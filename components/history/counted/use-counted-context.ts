'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { usePerson } from '@/components/command/found-people';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listGroups } from '@/lib/contract/people/members';
import type { runSummary } from '@/lib/contract/runs/history';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { type CountedRuns, originWords, reasonWords } from '@/lib/figures/counted-runs';

/** What the runs of a figure have in common, such as `Time limit · Refund order`. */
export function useCountedContext(
  orgId: string,
  { userId, groupId, credentialId, commandId, reason, origin }: CountedRuns,
  runs: readonly z.output<typeof runSummary>[] | undefined,
): string | undefined {
  const person = usePerson(orgId, userId ?? null).data;
  const groups = useQuery({
    queryKey: queryKey(listGroups, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listGroups, { params: { orgId } }, { signal }),
    enabled: groupId !== undefined,
  }).data;
  const connections = useQuery({
    queryKey: queryKey(listCredentials, { params: { orgId } }),
    queryFn: ({ signal }) => callApi(listCredentials, { params: { orgId } }, { signal }),
    enabled: credentialId !== undefined,
  }).data;
  const words = [
    reason === undefined ? undefined : reasonWords[reason],
    origin === undefined ? undefined : originWords[origin],
    person?.name,
    groups?.find((group) => group.groupId === groupId)?.name,
    connections?.find((connection) => connection.credentialId === credentialId)?.name,
    runs?.find((run) => run.commandId === commandId)?.name,
  ].filter((word) => word !== undefined);
  return words.length === 0 ? undefined : words.join(' · ');
}
