'use client';

import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { ApiError, callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listChangelog } from '@/lib/contract/command/changelog';
import { type commandDetail, readCommand } from '@/lib/contract/command/command';
import { deleteCommand, updateCommand } from '@/lib/contract/command/configure';
import { updateInput, updateInputs } from '@/lib/contract/command/inputs';
import { listRevisions, readRevision } from '@/lib/contract/command/revisions';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';
import { type folder, listFolders } from '@/lib/contract/library/folders';
import type { BodyOf } from '@/lib/contract/operation';
import type { Decoded } from '@/lib/wire/wire';

export type Command = z.output<typeof commandDetail>;
export type CommandInput = Command['template']['inputs'][number];

export function commandQuery(orgId: string, commandId: number) {
  const input = { params: { orgId, kitId: commandId } };
  return queryOptions({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
  });
}

export const useConfiguredCommand = (orgId: string, commandId: number) =>
  useQuery(commandQuery(orgId, commandId));

function namesOfOwn(folders: Decoded<typeof folder>[]): ReadonlyMap<number, string> {
  const own = folders.filter(({ role }) => role === 'admin');
  return new Map(own.map(({ folderId, name }) => [folderId, name]));
}

/** The folders that a command may be moved to, by id: those that the person is an engineer of. */
export function useOwnFolders(orgId: string) {
  const input = { params: { orgId }, query: { sort: 'name', only: 'names' as const } };
  return useQuery({
    queryKey: queryKey(listFolders, input),
    queryFn: ({ signal }) => callApi(listFolders, input, { signal }),
    select: namesOfOwn,
  });
}

type CommandChanges = Omit<BodyOf<typeof updateCommand>, 'version' | 'orgId'>;
type InputChanges = Omit<BodyOf<typeof updateInput>, 'version' | 'orgId'>;
export type InputsChanges = BodyOf<typeof updateInputs>['inputs'];

/** Whether a write was refused because another person saved first. */
export const isStale = (error: Error | null) => error instanceof ApiError && error.code === 'conflict';

/** Reads everything again that shows or lists a command. */
export const refreshCommand = (queryClient: QueryClient) =>
  Promise.all(
    [
      readCommand,
      readCommandSummary,
      listCommands,
      listFolders,
      listChangelog,
      listRevisions,
      readRevision,
    ].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
  );

/**
 * Saves changes over the version that was read. If another person saved first, the command is read again
 * before `onStale` is called, and what was typed stays, so that the person sees both and decides.
 */
export function useSaveCommand(command: Command, onStale: () => void = () => {}) {
  const { orgId, commandId } = command;
  const queryClient = useQueryClient();
  const params = { orgId, kitId: commandId };
  const refresh = () => refreshCommand(queryClient);
  const afterwards = {
    onSuccess: async () => {
      const refreshed = refresh();
      // Until it is read again, a panel that is closed takes what was saved for a change that wasn't.
      await queryClient.invalidateQueries({ queryKey: [readCommand.id] }, { cancelRefetch: false });
      toast.success('Saved');
      await refreshed;
    },
    onError: async (error: Error) => {
      if (!isStale(error)) return;
      onStale();
      await refresh();
    },
  };
  const save = useMutation({
    mutationFn: (changes: CommandChanges) =>
      callApi(updateCommand, { params, body: { ...changes, version: command.version } }),
    ...afterwards,
  });
  const saveInput = useMutation({
    mutationFn: ({ inputId, changes }: { inputId: number; changes: InputChanges }) =>
      callApi(updateInput, {
        params: { ...params, inputId },
        body: { ...changes, version: command.version },
      }),
    ...afterwards,
  });
  const saveInputs = useMutation({
    mutationFn: (inputs: InputsChanges) =>
      callApi(updateInputs, { params, body: { inputs, version: command.version } }),
    ...afterwards,
  });
  const remove = useMutation({
    mutationFn: () => callApi(deleteCommand, { params }),
    onSuccess: async () => {
      toast.success(`Deleted “${command.name}”. Its history is kept.`);
      await refresh();
    },
  });
  return { save, saveInput, saveInputs, remove };
}
