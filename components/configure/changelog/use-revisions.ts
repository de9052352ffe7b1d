'use client';

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listChangelog } from '@/lib/contract/command/changelog';
import { readCommand } from '@/lib/contract/command/command';
import {
  compareRevisions,
  listRevisions,
  readRevision,
  restoreRevision,
} from '@/lib/contract/command/revisions';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';
import type { ResponseOf } from '@/lib/contract/operation';
import { type Command, isStale } from '../panel/use-configure';

export type LoggedChange = ResponseOf<typeof listRevisions>[number];
export type Revision = ResponseOf<typeof readRevision>;

export const CHANGES_A_PAGE = 25;

type OneCommand = Pick<Command, 'orgId' | 'commandId'>;

/** One page of the changes of a command; the page before stays until it is there. */
export function useChanges({ orgId, commandId }: OneCommand, page: number) {
  const input = { params: { orgId, kitId: commandId }, query: { page, per_page: CHANGES_A_PAGE } };
  return useQuery({
    queryKey: queryKey(listRevisions, input),
    queryFn: ({ signal }) => callApi(listRevisions, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useRevision({ orgId, commandId }: OneCommand, version: number) {
  const input = { params: { orgId, kitId: commandId, revision: version } };
  return useQuery({
    queryKey: queryKey(readRevision, input),
    queryFn: ({ signal }) => callApi(readRevision, input, { signal }),
  });
}

/** How two revisions of a command differ. Sends a request only if there is another one. */
export function useComparison({ orgId, commandId }: OneCommand, version: number, other: number | null) {
  const input = { params: { orgId, kitId: commandId, revision: version, other: other ?? 0 } };
  return useQuery({
    queryKey: queryKey(compareRevisions, input),
    queryFn: ({ signal }) => callApi(compareRevisions, input, { signal }),
    enabled: other !== null,
  });
}

/** The page of a command's changelog, from 0; the address has it as `{command}-{page from 1}`. */
export function useChangesPage({ commandId }: OneCommand): [page: number, setPage: (page: number) => void] {
  const [shown, setShown] = useQueryState('changes', parseAsString.withOptions({ history: 'push' }));
  const [ofCommand, text = ''] = (shown ?? '').split('-');
  const page = ofCommand === String(commandId) ? parseAsPage.parse(text) : null;
  return [
    page ?? 0,
    (next) => void setShown(next === 0 ? null : `${commandId}-${parseAsPage.serialize(next)}`),
  ];
}

/** The revision that is open in a command's changelog; the address has it as `{command}-{revision}`, and `-{other}` for
 * the revision that it is compared with. */
export function useShownRevision({ commandId }: OneCommand) {
  const [shown, setShown] = useQueryState('revision', parseAsString);
  const [ofCommand, version, other] = (shown ?? '').split('-').map(Number);
  const isThis = ofCommand === commandId && Number.isInteger(version);
  const show = useCallback(
    (next: number | null, compared: number | null = null) =>
      void setShown(
        next === null ? null : [commandId, next, ...(compared === null ? [] : [compared])].join('-'),
      ),
    [commandId, setShown],
  );
  return {
    version: isThis && version !== undefined ? version : null,
    other: isThis && other !== undefined && Number.isInteger(other) ? other : null,
    show,
  };
}

/** Restores a revision over the version that was read. If another person has changed the command since, it is read again. */
export function useRestore(command: Command) {
  const queryClient = useQueryClient();
  const refresh = () =>
    Promise.all(
      [readCommand, readCommandSummary, listCommands, listChangelog, listRevisions, readRevision].map(
        ({ id }) => queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
  return useMutation({
    mutationFn: (version: number) =>
      callApi(restoreRevision, {
        params: { orgId: command.orgId, kitId: command.commandId, revision: version },
        body: { version: command.version },
      }),
    onSuccess: async (_, version) => {
      toast.success(`Restored revision ${version}.`);
      await refresh();
    },
    onError: async (error) => {
      if (isStale(error)) await refresh();
    },
  });
}
