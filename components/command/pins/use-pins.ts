'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listPins, pinCommand, unpinCommand } from '@/lib/contract/library/pins';
import type { ResponseOf } from '@/lib/contract/operation';
import { pinsInput } from './pins-input';

type Pins = ResponseOf<typeof listPins>;

interface Owner {
  org: { orgId: string };
  userId: string;
}

interface Pinned {
  commandId: number;
  orgId: string;
  name: string;
}

/** The ids of the person's pinned commands, the first pinned first; undefined until they have loaded. */
export function usePins({ org, userId }: Owner): number[] | undefined {
  const input = pinsInput(org.orgId, userId);
  const { data } = useQuery({
    queryKey: queryKey(listPins, input),
    queryFn: ({ signal }) => callApi(listPins, input, { signal }),
  });
  return data?.map(({ commandId }) => commandId);
}

/** Pins and unpins commands. The list changes at once, and back if the server refuses. */
export function useChangePins({ org, userId }: Owner) {
  const client = useQueryClient();
  const key = queryKey(listPins, pinsInput(org.orgId, userId));
  const { mutate } = useMutation({
    mutationFn: ({ command, isPinned }: { command: Pinned; isPinned: boolean }) => {
      const input = { params: { orgId: command.orgId, kitId: command.commandId, userId } };
      return isPinned ? callApi(pinCommand, input) : callApi(unpinCommand, input);
    },
    onMutate: async ({ command: { commandId, orgId }, isPinned }) => {
      await client.cancelQueries({ queryKey: key });
      client.setQueryData<Pins>(key, (before = []) => {
        const others = before.filter((pin) => pin.commandId !== commandId);
        return isPinned ? [...others, { commandId, orgId, pinnedAt: new Date().toISOString() }] : others;
      });
    },
    onError: (error, { command: { name }, isPinned }) =>
      toast.failure(`“${name}” was not ${isPinned ? 'pinned' : 'unpinned'}`, error),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
  return useCallback((command: Pinned, isPinned: boolean) => mutate({ command, isPinned }), [mutate]);
}
