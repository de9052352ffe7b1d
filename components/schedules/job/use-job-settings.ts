'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import { readJobSettings, updateJobSettings } from '@/lib/contract/schedules/job-settings';
import { listJobs } from '@/lib/contract/schedules/jobs';

export type JobSettings = ResponseOf<typeof readJobSettings>;

export function useJobSettings(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(readJobSettings, input),
    queryFn: ({ signal }) => callApi(readJobSettings, input, { signal }),
  });
}

export function useUpdateJobSettings(orgId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateJobSettings>) =>
      callApi(updateJobSettings, { params: { orgId }, body }),
    onSuccess: async () => {
      toast.success('Saved');
      await Promise.all(
        [readJobSettings, listJobs].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
      );
    },
    onError: (error) => toast.failure('Error updating scheduled job', error),
  });
}
