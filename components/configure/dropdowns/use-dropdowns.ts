'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listChangelog } from '@/lib/contract/command/changelog';
import { readCommand } from '@/lib/contract/command/command';
import {
  createDropdown,
  deleteDropdown,
  type dropdown,
  listDropdowns,
  updateDropdown,
} from '@/lib/contract/command/dropdowns';
import { updateInput } from '@/lib/contract/command/inputs';
import { listCommandsWithOutputs, readCommandWithOutputs } from '@/lib/contract/command/outputs';
import { listRevisions } from '@/lib/contract/command/revisions';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import { dropdownsInput } from './dropdowns-input';

export type Dropdown = z.output<typeof dropdown>;
/** A command that can feed a dropdown. */
export type Sender = ResponseOf<typeof readCommandWithOutputs>;
/** The input that a dropdown is linked to. */
export interface LinkedInput {
  commandId: number;
  inputId: number;
}

export function useDropdowns(orgId: string) {
  const input = dropdownsInput(orgId);
  return useQuery({
    queryKey: queryKey(listDropdowns, input),
    queryFn: ({ signal }) => callApi(listDropdowns, input, { signal }),
  });
}

/** The commands that can feed a dropdown, the last viewed first. */
export function useSenders(orgId: string) {
  const input = { params: { orgId }, query: { sortDesc: 'last_viewed' } };
  return useQuery({
    queryKey: queryKey(listCommandsWithOutputs, input),
    queryFn: ({ signal }) => callApi(listCommandsWithOutputs, input, { signal }),
  });
}

/** One of them, with the columns that its last result had. */
export function useSender(orgId: string, commandId: number | null) {
  const input = { params: { orgId, kitId: commandId ?? 0 } };
  return useQuery({
    queryKey: queryKey(readCommandWithOutputs, input),
    queryFn: ({ signal }) => callApi(readCommandWithOutputs, input, { signal }),
    enabled: commandId !== null,
  });
}

/** What a result has to choose from: the columns of its first table, or the fields of its document. */
export const outputsOf = (sender: Sender) =>
  [...sender.columns.filter(({ resultSet }) => resultSet === 0), ...sender.fields].filter(
    ({ isPresent }) => isPresent,
  );

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listDropdowns, readCommand, listChangelog, listRevisions].map(({ id }) =>
        queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
}

/** Links a dropdown to an input, or unlinks it with null. */
export function useLinkDropdown(orgId: string, { commandId, inputId }: LinkedInput) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (dropdownId: number | null) =>
      callApi(updateInput, { params: { orgId, kitId: commandId, inputId }, body: { dropdownId } }),
    onSuccess: async () => {
      toast.success('Saved');
      await refresh();
    },
    onError: (error) => toast.failure('Error linking dropdown', error),
  });
}

export function useCreateDropdown(orgId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createDropdown>) => callApi(createDropdown, { params: { orgId }, body }),
    onSuccess: refresh,
  });
}

export function useDeleteDropdown(orgId: string, dropdown: Dropdown) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(deleteDropdown, { params: { orgId, dropdownId: dropdown.dropdownId } }),
    onSuccess: async () => {
      toast.success(`Deleted “${dropdown.name}”.`);
      await refresh();
    },
    onError: refresh,
  });
}

export function useUpdateDropdown(orgId: string, dropdownId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateDropdown>) =>
      callApi(updateDropdown, { params: { orgId, dropdownId }, body }),
    onSuccess: async () => {
      toast.success('Saved');
      await refresh();
    },
    onError: refresh,
  });
}
