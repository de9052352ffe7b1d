'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import { readAlertAddresses, updateAlertAddresses } from '@/lib/contract/schedules/alert-addresses';
import { createJobAlert, deleteJobAlert, listJobAlerts } from '@/lib/contract/schedules/job-alerts';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import type { Job } from '../use-jobs';

export type JobAlert = ResponseOf<typeof listJobAlerts>[number];
export type NewAlert = BodyOf<typeof createJobAlert>;

/** An alert to create, with what its target is called. */
export interface AlertDraft {
  alert: NewAlert;
  target: string;
}

const paramsOf = ({
  orgId,
  commandId,
  scheduledJobId,
}: Pick<Job, 'orgId' | 'commandId' | 'scheduledJobId'>) => ({
  orgId,
  kitId: commandId,
  cronJobId: scheduledJobId,
});

export function useAlerts(job: Job) {
  const input = { params: paramsOf(job) };
  return useQuery({
    queryKey: queryKey(listJobAlerts, input),
    queryFn: ({ signal }) => callApi(listJobAlerts, input, { signal }),
  });
}

/** The people who have the command, who alone get mail about its runs. */
export function usePeople({ orgId, commandId }: Pick<Job, 'orgId' | 'commandId'>) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(listCommandPeople, input),
    queryFn: ({ signal }) => callApi(listCommandPeople, input, { signal }),
    select: ({ people }) => people.filter(({ isPending }) => !isPending),
  });
}

export function useAlertAddresses(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(readAlertAddresses, input),
    queryFn: ({ signal }) => callApi(readAlertAddresses, input, { signal }),
  });
}

export function useUpdateAlertAddresses(orgId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (addresses: string[]) =>
      callApi(updateAlertAddresses, { params: { orgId }, body: { addresses } }),
    onSuccess: async () => {
      toast.success('Outside addresses updated');
      await Promise.all(
        [readAlertAddresses, listJobAlerts].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
    },
  });
}

export function useCreateAlert(job: Job) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ alert }: AlertDraft) => callApi(createJobAlert, { params: paramsOf(job), body: alert }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [listJobAlerts.id] }),
  });
}

export function useDeleteAlert(job: Job) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (alertId: number) => callApi(deleteJobAlert, { params: { ...paramsOf(job), alertId } }),
    onSuccess: async () => {
      toast.success('Scheduled job updated');
      await queryClient.invalidateQueries({ queryKey: [listJobAlerts.id] });
    },
    onError: (error) => toast.failure('Error updating scheduled job', error),
  });
}
