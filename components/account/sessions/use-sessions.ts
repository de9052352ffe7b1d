'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { ResponseOf } from '@/lib/contract/operation';
import { endOtherSessions, endSession, listSessions } from '@/lib/contract/people/sessions';

export type Session = ResponseOf<typeof listSessions>[number];

/** The person's sessions, and how to end them. */
export function useSessions() {
  const queryClient = useQueryClient();
  const list = useQuery({
    queryKey: queryKey(listSessions, {}),
    queryFn: ({ signal }) => callApi(listSessions, {}, { signal }),
    staleTime: 0,
  });
  const after = (message: string) => ({
    onSuccess: () => toast.success(message),
    onError: (error: Error) => toast.failure('No session was ended', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listSessions.id] }),
  });
  const end = useMutation({
    mutationFn: ({ sessionId }: Session) => callApi(endSession, { params: { sessionId } }),
    ...after('The session was ended.'),
  });
  const endOthers = useMutation({
    mutationFn: () => callApi(endOtherSessions, {}),
    ...after('All other sessions were ended.'),
  });
  return {
    list,
    end,
    endOthers,
    async askToEndOthers(count: number): Promise<void> {
      const isSure = await confirm({
        title: count === 1 ? 'End the other session?' : `End ${count} other sessions?`,
        body: 'Open pages are signed out at once. You stay signed in here. Access tokens keep working.',
        confirmLabel: 'End them',
        isDangerous: true,
      });
      if (isSure) endOthers.mutate();
    },
  };
}
