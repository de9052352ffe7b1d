'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { mayPlace } from '@/lib/commands/rights';
import { readCommandSummary } from '@/lib/contract/library/commands';
import { readFolder } from '@/lib/contract/library/folders';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import {
  groupsOfCommand,
  groupsOfFolder,
  peopleOfCommand,
  peopleOfFolder,
  type Shared,
  type Subject,
} from '../panel/sharing';

/** Other people change access too, so an open panel is refetched at this interval. */
const LOOK_AGAIN_MS = 15_000;

/** What `QueryState` needs to know about data made from several responses. */
export interface SharedQuery {
  data: Shared | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

/** The cache keys of the two responses behind a command's panel. */
export const summaryInput = ({ orgId, id }: Subject) => ({ params: { orgId, kitId: id } });
export const folderInput = ({ orgId, id }: Subject) => ({ params: { orgId, directoryId: id } });

/** A command with everyone who has it. */
export function useSharedCommand(orgId: string, commandId: number): SharedQuery {
  const subject = useMemo<Subject>(() => ({ kind: 'command', orgId, id: commandId }), [orgId, commandId]);
  const input = summaryInput(subject);
  const command = useQuery({
    queryKey: queryKey(readCommandSummary, input),
    queryFn: ({ signal }) => callApi(readCommandSummary, input, { signal }),
  });
  const hasAccess = command.data?.hasAccess ?? false;
  const people = useQuery({
    queryKey: queryKey(listCommandPeople, input),
    queryFn: ({ signal }) => callApi(listCommandPeople, input, { signal, isTrusted: true }),
    enabled: hasAccess,
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const data = useMemo((): Shared | undefined => {
    if (command.data === undefined || (hasAccess && people.data === undefined)) return undefined;
    const { name, visibility, version, isCopycat, folderId, folderName } = command.data;
    const folder = folderId === null || folderName === null ? null : { folderId, name: folderName };
    return {
      subject,
      name,
      role: mayPlace(command.data) ? 'admin' : hasAccess ? 'runner' : null,
      visibility,
      version,
      isCopycat,
      people: people.data === undefined ? [] : peopleOfCommand(people.data, folder),
      groups: people.data === undefined ? [] : groupsOfCommand(people.data, folder),
      namesOfCommands: [],
    };
  }, [subject, command.data, hasAccess, people.data]);
  return {
    data,
    error: command.error ?? people.error,
    isFetching: command.isFetching || people.isFetching,
    refetch: () => Promise.all([command.refetch(), hasAccess ? people.refetch() : null]),
  };
}

/** A folder with everyone who has a role on it. */
export function useSharedFolder(orgId: string, folderId: number): SharedQuery {
  const subject = useMemo<Subject>(() => ({ kind: 'folder', orgId, id: folderId }), [orgId, folderId]);
  const input = folderInput(subject);
  const { data: folder, ...query } = useQuery({
    queryKey: queryKey(readFolder, input),
    queryFn: ({ signal }) => callApi(readFolder, input, { signal }),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const data = useMemo(
    (): Shared | undefined =>
      folder && {
        subject,
        name: folder.name,
        role: folder.role,
        visibility: null,
        version: 0,
        isCopycat: false,
        people: peopleOfFolder(folder),
        groups: groupsOfFolder(folder),
        namesOfCommands: (folder.peopleOfCommands ?? []).map(({ name }) => name),
      },
    [subject, folder],
  );
  return { data, error: query.error, isFetching: query.isFetching, refetch: query.refetch };
}
