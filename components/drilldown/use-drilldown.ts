'use client';

import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { commandSummary } from '@/lib/contract/library/commands';
import { diffCommands, type memberAccess, type promisedAccess } from '@/lib/contract/library/drilldown';
import { listFolders } from '@/lib/contract/library/folders';
import type { ResponseOf } from '@/lib/contract/operation';
import { diffInput } from './drilldown-input';

export type MemberCommand = z.output<typeof commandSummary>;
export type MemberAccess = z.output<typeof memberAccess>;
export type PromisedAccess = z.output<typeof promisedAccess>;

/** The member's commands, shared and their own, in one list by name, and their folders. */
export function useMemberCommands(orgId: string, userId: string) {
  const input = diffInput(orgId, userId);
  return useQuery({
    queryKey: queryKey(diffCommands, input),
    queryFn: ({ signal }) => callApi(diffCommands, input, { signal, isTrusted: true }),
    select: memberThings,
    structuralSharing: false,
  });
}

function memberThings({
  both,
  justThem,
  folders,
  groups,
  promised,
  access,
}: ResponseOf<typeof diffCommands>) {
  const commands = [...both, ...justThem];
  return {
    commands: commands.sort((a, b) => a.name.localeCompare(b.name) || a.commandId - b.commandId),
    folders,
    groups,
    promised,
    access: new Map(access.map((each) => [each.commandId, each])),
  };
}

/** The viewer's folders; those with a role are listed even if empty. */
export function useOwnFolders(orgId: string) {
  const input = { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
  return useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
  });
}
