'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '@/lib/client/api-client';
import { listNotifications } from '@/lib/contract/runs/notifications';
import { leaveAsEnded } from './sign-out';

/**
 * Leaves the page when the server refuses the session: it was ended elsewhere, the organization's sign-in policy now keeps it
 * out, or the person was removed from the organization. The bell asks every few seconds and whenever the page is looked at again, so an open page notices soon.
 */
export function useSessionEnd(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { error } = event.action;
        if (!(error instanceof ApiError)) return;
        if (error.code === 'not_signed_in') leaveAsEnded();
        // Everyone of an organization may ask for their notifications, unless it is closed to them or they were removed
        // from it. The page that then opens says which.
        const isOfBell = event.query.queryKey[0] === listNotifications.id;
        if (isOfBell && (error.code === 'forbidden' || error.code === 'not_found')) window.location.reload();
      }),
    [queryClient],
  );
}
