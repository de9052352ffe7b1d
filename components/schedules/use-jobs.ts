'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readAgain } from '@/lib/client/read-again';
import { type commandDetail, readCommand } from '@/lib/contract/command/command';
import { listNeedsAttention } from '@/lib/contract/dependents/attention';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import {
  backfillJob,
  createJob,
  listCommandJobs,
  listFirings,
  listJobs,
  readJob,
  runJobNow,
  skipTime,
  takeJob,
  updateJob,
} from '@/lib/contract/schedules/jobs';
import { jobPanel } from '@/lib/schedules/job-address';

export type Command = z.output<typeof commandDetail>;
export type ListedJob = ResponseOf<typeof listJobs>[number];
export type Job = ResponseOf<typeof readJob>;
export type CreatedJob = ResponseOf<typeof createJob>;
export type Firings = ResponseOf<typeof listFirings>[number];
export type JobChanges = BodyOf<typeof updateJob>;

export function useJobCommand(orgId: string, commandId: number) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(readCommand, input),
    queryFn: ({ signal }) => callApi(readCommand, input, { signal }),
  });
}

/** The jobs of a command, with deleted ones if they are wanted. */
export function useCommandJobs(
  { orgId, commandId }: Pick<Command, 'orgId' | 'commandId'>,
  showDeleted: boolean,
) {
  const input = { params: { orgId, kitId: commandId }, query: showDeleted ? { showDeleted } : {} };
  return useQuery({
    queryKey: queryKey(listCommandJobs, input),
    queryFn: ({ signal }) => callApi(listCommandJobs, input, { signal }),
  });
}

/** What came of past times of some jobs, and of coming ones that were skipped. */
export function useFirings(orgId: string, jobIds: readonly number[], zone: string | null) {
  const input = { params: { orgId }, query: { cronJobIds: jobIds.join(','), zone: zone ?? '' } };
  return useQuery({
    queryKey: queryKey(listFirings, input),
    queryFn: ({ signal }) => callApi(listFirings, input, { signal }),
    enabled: zone !== null && jobIds.length > 0,
    placeholderData: (previous) => previous,
  });
}

export function useJob(orgId: string, commandId: number, jobId: number | null) {
  const input = { params: { orgId, kitId: commandId, cronJobId: jobId ?? 0 } };
  return useQuery({
    queryKey: queryKey(readJob, input),
    queryFn: ({ signal }) => callApi(readJob, input, { signal }),
    enabled: jobId !== null,
    // A worker may have paused it since, which the list that it is opened from shows already.
    staleTime: 0,
  });
}

/** Reads all that is shown of jobs again. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    readAgain(queryClient, [listJobs, listCommandJobs, readJob, listFirings, listNeedsAttention]).catch(
      (error: unknown) => toast.failure('Error refreshing scheduled job list', error),
    );
}

export function useCreateJob({ orgId, commandId }: Pick<Command, 'orgId' | 'commandId'>) {
  const refresh = useRefresh();
  const panels = useSidePanels();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createJob>) =>
      callApi(createJob, { params: { orgId, kitId: commandId }, body }),
    onSuccess: async ({ scheduledJobId }) => {
      const open = () => panels.push(jobPanel({ commandId, jobId: scheduledJobId, step: 'view' }));
      toast.success('Scheduled job created', { action: { label: 'Open the job', onClick: open } });
      await refresh();
    },
    onError: (error) => toast.failure('Error creating cron job', error),
  });
}

/** What a change is called in its messages. */
const wordOf = ({ isDeleted }: JobChanges) => {
  if (isDeleted === undefined) return { done: 'updated', failed: 'updating' };
  return isDeleted ? { done: 'deleted', failed: 'deleting' } : { done: 'restored', failed: 'restoring' };
};

export type Which = Pick<ListedJob, 'orgId' | 'commandId' | 'scheduledJobId'>;
/** How the API names a job. */
export const paramsOf = ({ orgId, commandId, scheduledJobId }: Which) => ({
  orgId,
  kitId: commandId,
  cronJobId: scheduledJobId,
});

export function useUpdateJob(job: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: JobChanges) => callApi(updateJob, { params: paramsOf(job), body }),
    onSuccess: async (_, changes) => {
      toast.success(`Scheduled job ${wordOf(changes).done}`);
      await refresh();
    },
    onError: (error, changes) => toast.failure(`Error ${wordOf(changes).failed} scheduled job`, error),
  });
}

export function useRunJobNow(job: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(runJobNow, { params: paramsOf(job) }),
    onSuccess: async () => {
      toast.success('The job was started. Its run is in the history.');
      await refresh();
    },
  });
}

/** Skips a coming time, or takes that back. The list of times shows which, so no message does. */
export function useSkipTime(job: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof skipTime>) => callApi(skipTime, { params: paramsOf(job), body }),
    onSuccess: refresh,
  });
}

export function useBackfillJob(job: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof backfillJob>) => callApi(backfillJob, { params: paramsOf(job), body }),
    onSuccess: async ({ count }) => {
      toast.success(count === 1 ? '1 missed time runs now' : `${count} missed times run now`);
      await refresh();
    },
  });
}

export function useTakeJob(job: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(takeJob, { params: paramsOf(job) }),
    onSuccess: async () => {
      toast.success('Scheduled job updated');
      await refresh();
    },
    onError: (error) => toast.failure('Error updating scheduled job', error),
  });
}
