'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listChangelog } from '@/lib/contract/command/changelog';
import { readCommand } from '@/lib/contract/command/command';
import {
  createErrorDecoration,
  createObjectDecoration,
  createRowDecoration,
  deleteErrorDecoration,
  deleteObjectDecoration,
  deleteRowDecoration,
  updateObjectDecoration,
  updateRowDecoration,
} from '@/lib/contract/command/decorations';
import { duplicateCommand } from '@/lib/contract/command/duplicate';
import {
  listCommandsWithInputs,
  listOutputColumns,
  listOutputFields,
  readCommandWithInputs,
} from '@/lib/contract/command/outputs';
import { listRevisions, readRevision } from '@/lib/contract/command/revisions';
import type { ResponseOf } from '@/lib/contract/operation';
import type { RowTerm } from '@/lib/settings/condition-terms';
import type { Command } from '../panel/use-configure';
import { isStale } from '../panel/use-configure';
import type { Place } from './auto-match';

export type ButtonKind = 'row' | 'object';
export type OfferedCommand = ResponseOf<typeof listCommandsWithInputs>[number];

/**
 * The commands that a decoration can open, the most recently viewed first.
 *
 * @param withItself whether the command itself is one of them
 */
export function useOfferedCommands({ orgId, commandId }: Command, withItself = false) {
  const input = { params: { orgId }, query: { sortDesc: 'last_viewed' } };
  return useQuery({
    queryKey: queryKey(listCommandsWithInputs, input),
    queryFn: ({ signal }) => callApi(listCommandsWithInputs, input, { signal }),
    select: (commands) => (withItself ? commands : commands.filter((each) => each.commandId !== commandId)),
  });
}

/** Where a command is, for what is near to it. */
export const placeOf = ({ folderId, template: { sourceName } }: Command): Place => ({ folderId, sourceName });

/** Duplicates a command, and reads the duplicate with its inputs. */
export function useDuplicate({ orgId }: Command) {
  // A duplicate that couldn't be read is read again, rather than made a second time.
  const made = useRef(new Map<string, number>());
  return useMutation({
    mutationFn: async ({ commandId, name }: { commandId: number; name: string }) => {
      const of = `${commandId}:${name.trim()}`;
      const params = { orgId, kitId: commandId };
      const copyId =
        made.current.get(of) ??
        (await callApi(duplicateCommand, { params, body: { name: name.trim() } })).commandId;
      made.current.set(of, copyId);
      const copy = await callApi(readCommandWithInputs, { params: { orgId, kitId: copyId } });
      made.current.delete(of);
      return copy;
    },
    onError: (error) => toast.failure('Error duplicating command', error),
  });
}

/** The inputs of a command that a decoration opens. */
export function useTarget({ orgId }: Command, targetId: number | null) {
  const input = { params: { orgId, kitId: targetId ?? 0 } };
  return useQuery({
    queryKey: queryKey(readCommandWithInputs, input),
    queryFn: ({ signal }) => callApi(readCommandWithInputs, input, { signal }),
    enabled: targetId !== null,
  });
}

/** What a button can take its values from: the columns of all result sets, or the fields. */
export function useOutputs(command: Command, kind: ButtonKind) {
  const input = {
    params: { orgId: command.orgId, kitId: command.commandId, olId: command.template.templateId },
  };
  const columns = useQuery({
    queryKey: queryKey(listOutputColumns, input),
    queryFn: ({ signal }) => callApi(listOutputColumns, input, { signal }),
    enabled: kind === 'row',
  });
  const fields = useQuery({
    queryKey: queryKey(listOutputFields, input),
    queryFn: ({ signal }) => callApi(listOutputFields, input, { signal }),
    select: (found) => found.map((each) => ({ ...each, resultSet: 0 })),
    enabled: kind === 'object',
  });
  return kind === 'row' ? columns : fields;
}

/** A button as it is saved. */
export interface NewButton {
  name: string;
  targetCommandId: number;
  /** Of rows only, like the terms that choose them. */
  resultSet: number;
  shownWhen: RowTerm[];
  maps: { inputId: number; outputColumnId: number }[];
}

/** Creates, changes, and deletes the buttons of a command. Who was second is told so, and sees the newer state. */
export function useButtons(command: Command, kind: ButtonKind) {
  const { orgId, commandId, version } = command;
  const refresh = useRefresh();
  const params = { orgId, kitId: commandId };
  const onError = (what: string) => async (error: Error) => {
    toast.failure(what, error);
    if (isStale(error)) await refresh();
  };
  const create = useMutation({
    mutationFn: ({ resultSet, shownWhen, ...button }: NewButton) =>
      kind === 'row'
        ? callApi(createRowDecoration, { params, body: { ...button, resultSet, shownWhen, version } })
        : callApi(createObjectDecoration, { params, body: { ...button, version } }),
    onSuccess: async () => {
      toast.success('Button added');
      await refresh();
    },
    onError: onError('Error adding the button'),
  });
  const update = useMutation({
    mutationFn: ({ id, resultSet, shownWhen, ...button }: NewButton & { id: number }) =>
      kind === 'row'
        ? callApi(updateRowDecoration, {
            params: { ...params, decorationId: id },
            body: { ...button, resultSet, shownWhen, version },
          })
        : callApi(updateObjectDecoration, {
            params: { ...params, objectDecorationId: id },
            body: { ...button, version },
          }),
    onSuccess: async () => {
      toast.success('Saved');
      await refresh();
    },
    onError: onError('Error saving the button'),
  });
  const remove = useMutation({
    mutationFn: async (id: number): Promise<void> => {
      if (kind === 'row') await callApi(deleteRowDecoration, { params: { ...params, decorationId: id } });
      else await callApi(deleteObjectDecoration, { params: { ...params, objectDecorationId: id } });
    },
    onSuccess: async () => {
      toast.success('Button deleted');
      await refresh();
    },
    onError: onError('Error deleting the button'),
  });
  return { create, update, remove };
}

/**
 * Sets or clears the error jump of a command. Another one replaces it: the old is deleted, and the new created. If that is
 * refused, the old one is created again.
 */
export function useErrorJump(command: Command) {
  const { orgId, commandId, template } = command;
  const refresh = useRefresh();
  const params = { orgId, kitId: commandId };
  return useMutation({
    mutationFn: async (targetCommandId: number | null) => {
      const before = template.errorDecoration;
      if (before !== null) {
        await callApi(deleteErrorDecoration, { params: { ...params, outputKitId: commandId } });
      }
      if (targetCommandId === null) return null;
      const create = (target: number) =>
        callApi(createErrorDecoration, { params, body: { targetCommandId: target } });
      try {
        return await create(targetCommandId);
      } catch (error) {
        // What matters is why the new one was refused.
        if (before?.targetCommandId != null) await create(before.targetCommandId).catch(() => null);
        throw error;
      }
    },
    onSuccess: (created) => {
      toast.success(created === null ? 'Button on errors deleted' : 'Button on errors added');
    },
    onError: (error, targetCommandId) =>
      toast.failure(
        targetCommandId === null
          ? 'Error deleting the button on errors'
          : 'Error adding the button on errors',
        error,
      ),
    onSettled: refresh,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return async () => {
    await Promise.all(
      [readCommand, listChangelog, listRevisions, readRevision].map(({ id }) =>
        queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
  };
}
