'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { listNotifications, readNotifications } from '@/lib/contract/runs/notifications';

const REFRESH_MS = 20_000;

const mayShow = (): boolean => 'Notification' in window && Notification.permission === 'granted';

/**
 * The person's notifications in an organization. A hidden tab asks only if the browser may show them, because nobody
 * sees anything else of it.
 */
export function useNotifications(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listNotifications, input),
    queryFn: ({ signal }) => callApi(listNotifications, input, { signal }),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchIntervalInBackground: mayShow(),
    refetchOnWindowFocus: true,
  });
}

/** Marks some notifications as read; all without ids. */
export function useMarkRead(orgId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (notificationIds?: number[]) =>
      callApi(readNotifications, { params: { orgId }, body: { notificationIds } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listNotifications.id] }),
  });
}
