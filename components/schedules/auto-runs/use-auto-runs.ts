'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import type { BodyOf } from '@/lib/contract/operation';
import {
  linkJobDecoration,
  setJobErrorDecoration,
  unlinkJobDecoration,
  unsetJobErrorDecoration,
  updateJobDecoration,
} from '@/lib/contract/schedules/auto-runs';
import { type Job, paramsOf, useRefresh, type Which } from '../use-jobs';

export type JobDecoration = Job['decorations'][number];
export type GivenInputs = BodyOf<typeof linkJobDecoration>['inputs'];

function useChange<Variables>(
  change: (variables: Variables) => Promise<unknown>,
  onDone: () => void = () => {},
) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      toast.success('Scheduled job updated');
      onDone();
      await refresh();
    },
    onError: (error) => toast.failure('Error updating scheduled job', error),
  });
}

interface Saved {
  inputs: GivenInputs;
  confirmation?: string;
}

/** Links a decoration, or changes the values of one that is linked. */
export const useSaveDecoration = (job: Which, decorationId: number, isLinked: boolean) =>
  useChange(({ inputs, ...more }: Saved): Promise<unknown> => {
    const body = { inputs, ...more };
    if (!isLinked) {
      return callApi(linkJobDecoration, { params: paramsOf(job), body: { decorationId, ...body } });
    }
    return callApi(updateJobDecoration, { params: { ...paramsOf(job), decorationId }, body });
  });

/** @param onUnlinked called before the job is read again, when the panel of the decoration is gone and can't close itself */
export const useUnlinkDecoration = (job: Which, decorationId: number, onUnlinked: () => void) =>
  useChange(() => callApi(unlinkJobDecoration, { params: { ...paramsOf(job), decorationId } }), onUnlinked);

export const useSaveErrorAutoRun = (job: Which) =>
  useChange((body: Saved) => callApi(setJobErrorDecoration, { params: paramsOf(job), body }));

export const useRemoveErrorAutoRun = (job: Which) =>
  useChange(() => callApi(unsetJobErrorDecoration, { params: paramsOf(job) }));

/** Reads the job and the decorations of its command again, which may be edited in another tab. */
export function useRefreshDecorations() {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return () => Promise.all([queryClient.invalidateQueries({ queryKey: [readCommand.id] }), refresh()]);
}
