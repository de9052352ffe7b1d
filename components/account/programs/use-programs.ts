'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { ResponseOf } from '@/lib/contract/operation';
import { listConnectedApps, listEndedApps, revokeConnectedApp } from '@/lib/contract/people/connected-apps';

export type Program = ResponseOf<typeof listConnectedApps>[number];
export type EndedProgram = ResponseOf<typeof listEndedApps>[number];

/** The programs that the person connected, and how to disconnect them. */
export function usePrograms() {
  const queryClient = useQueryClient();
  const list = useQuery({
    queryKey: queryKey(listConnectedApps, {}),
    queryFn: ({ signal }) => callApi(listConnectedApps, {}, { signal }),
    staleTime: 0,
  });
  const ended = useQuery({
    queryKey: queryKey(listEndedApps, {}),
    queryFn: ({ signal }) => callApi(listEndedApps, {}, { signal }),
    staleTime: 0,
  });
  const disconnect = useMutation({
    mutationFn: ({ appId }: Program) => callApi(revokeConnectedApp, { params: { appId } }),
    onSuccess: () => toast.success('The program was disconnected.'),
    onError: (error: Error) => toast.failure('The program was not disconnected', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listConnectedApps.id] }),
  });
  return {
    list,
    ended: ended.data ?? [],
    disconnect,
    async askToDisconnect(program: Program): Promise<void> {
      const isSure = await confirm({
        title: `Disconnect ${program.name}?`,
        body: 'Its next request is refused. To use it again, connect it again from the program.',
        confirmLabel: 'Disconnect',
        isDangerous: true,
      });
      if (isSure) disconnect.mutate(program);
    },
  };
}
