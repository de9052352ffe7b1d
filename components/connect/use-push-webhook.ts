'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { listCredentials, readCredential } from '@/lib/contract/sources/credentials';
import { makePushWebhook, removePushWebhook } from '@/lib/contract/sources/push-webhook';
import type { Connection } from './use-edit-connection';

/** Makes and removes the address where the source of a connection tells of pushes. */
export function usePushWebhook({ orgId, credentialId }: Connection) {
  const queryClient = useQueryClient();
  const input = { params: { orgId, credsId: credentialId } };
  const onSettled = () =>
    Promise.all(
      [readCredential, listCredentials].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
    );
  /** Its result has the secret, which nothing else shows. */
  const make = useMutation({ mutationFn: () => callApi(makePushWebhook, input), onSettled });
  const remove = useMutation({
    mutationFn: () => callApi(removePushWebhook, input),
    onSuccess: () => toast.success('Pushboard no longer watches for pushes.'),
    onSettled,
  });
  return { make, remove };
}
