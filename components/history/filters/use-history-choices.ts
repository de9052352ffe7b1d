'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '@/lib/api-client';
import { libraryInput } from '@/lib/commands/library-input';
import { listCommands } from '@/lib/contract/commands';
import { listMembers } from '@/lib/contract/members';
import { queryKey } from '@/lib/query-keys';

export interface HistoryChoices {
  people: { value: string; label: string }[];
  commands: { value: string; label: string }[];
}

/**
 * The people and commands to filter by. People from outside may not list those of the organization and get none; runs
 * that they find name them anyway.
 */
export function useHistoryChoices(orgId: string, isWanted: boolean): HistoryChoices {
  const membersInput = { params: { orgId } };
  const members = useQuery({
    queryKey: queryKey(listMembers, membersInput),
    queryFn: ({ signal }) => callApi(listMembers, membersInput, { signal, isTrusted: true }),
    enabled: isWanted,
    retry: false,
  }).data;
  const commandsInput = libraryInput(orgId, false);
  const commands = useQuery({
    queryKey: queryKey(listCommands, commandsInput),
    queryFn: ({ signal }) => callApi(listCommands, commandsInput, { signal, isTrusted: true }),
    enabled: isWanted,
    structuralSharing: false,
  }).data;
  return useMemo(
    () => ({
      people: (members ?? []).map(({ userId, name, email }) => ({
        value: userId,
        label: email === null ? name : `${name} · ${email}`,
      })),
      commands: (commands ?? []).map(({ commandId, name, folderName }) => ({
        value: String(commandId),
        label: folderName === null ? name : `${name} · ${folderName}`,
      })),
    }),
    [members, commands],
  );
}
