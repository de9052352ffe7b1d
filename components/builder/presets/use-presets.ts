'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import {
  createPreset,
  deletePreset,
  listPresets,
  type preset,
  updatePreset,
} from '@/lib/contract/command/presets';
import type { InputValues } from '@/lib/inputs/input';
import type { Command } from '../use-command';

export type Preset = z.output<typeof preset>;

/** What can change about a preset. */
export interface PresetChange {
  name?: string;
  values?: InputValues;
  isShared?: boolean;
}

/** A command's presets, and what can be done to them. Each change refreshes the list. */
export function usePresets({ orgId, commandId }: Command) {
  const params = { orgId, kitId: commandId };
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queryKey(listPresets, { params }) });
  const presets = useQuery({
    queryKey: queryKey(listPresets, { params }),
    queryFn: ({ signal }) => callApi(listPresets, { params }, { signal }),
    staleTime: 0,
  });
  const create = useMutation({
    mutationFn: (body: { name: string; values: InputValues; isShared: boolean }) =>
      callApi(createPreset, { params, body }),
    onSuccess: refresh,
  });
  const update = useMutation({
    mutationFn: ({ presetId, change }: { presetId: number; change: PresetChange }) =>
      callApi(updatePreset, { params: { ...params, presetId }, body: change }),
    onSuccess: refresh,
    onError: (error) => toast.failure('The preset was not changed', error),
  });
  const remove = useMutation({
    mutationFn: ({ presetId }: Preset) => callApi(deletePreset, { params: { ...params, presetId } }),
    onSuccess: refresh,
    onError: (error, { name }) => toast.failure(`${name} was not deleted`, error),
  });
  return { presets, create, update, remove };
}
