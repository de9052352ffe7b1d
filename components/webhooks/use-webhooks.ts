'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import type { commandDetail } from '@/lib/contract/command/command';
import { listNeedsAttention } from '@/lib/contract/dependents/attention';
import type { BodyOf, ResponseOf } from '@/lib/contract/operation';
import {
  createWebhook,
  deleteWebhook,
  endPreviousWebhookSecret,
  listCommandWebhooks,
  listWebhookDeliveries,
  listWebhooks,
  replaceWebhookSecret,
  takeWebhook,
  testWebhook,
  updateWebhook,
} from '@/lib/contract/webhooks/webhooks';

export type Command = z.output<typeof commandDetail>;
export type ListedWebhook = ResponseOf<typeof listWebhooks>[number];
export type Webhook = ResponseOf<typeof listCommandWebhooks>[number];
export type Delivery = ResponseOf<typeof listWebhookDeliveries>[number];
export type NewWebhook = BodyOf<typeof createWebhook>;

type Which = Pick<ListedWebhook, 'orgId' | 'commandId' | 'webhookId'>;
const paramsOf = ({ orgId, commandId, webhookId }: Which) => ({ orgId, kitId: commandId, webhookId });

/** How often what came to a webhook is read again while its panel is open. */
const REFRESH_MS = 5000;

export function useWebhooks(orgId: string) {
  const input = { params: { orgId } };
  return useQuery({
    queryKey: queryKey(listWebhooks, input),
    queryFn: ({ signal }) => callApi(listWebhooks, input, { signal }),
  });
}

/** @param isLive whether to notice what comes to them meanwhile */
export function useCommandWebhooks(
  orgId: string,
  commandId: number,
  { isEnabled = true, isLive = false } = {},
) {
  const input = { params: { orgId, kitId: commandId } };
  return useQuery({
    queryKey: queryKey(listCommandWebhooks, input),
    queryFn: ({ signal }) => callApi(listCommandWebhooks, input, { signal }),
    enabled: isEnabled,
    refetchInterval: isLive && REFRESH_MS,
    // What came while another panel was in front is seen at once.
    ...(isLive ? { staleTime: 0 } : {}),
  });
}

/** @param isKept false once the webhook is being deleted, since it has no deliveries then */
export function useDeliveries(webhook: Which, isKept: boolean) {
  const input = { params: paramsOf(webhook) };
  return useQuery({
    queryKey: queryKey(listWebhookDeliveries, input),
    queryFn: ({ signal }) => callApi(listWebhookDeliveries, input, { signal }),
    refetchInterval: REFRESH_MS,
    enabled: isKept,
  });
}

function useRefresh() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [listWebhooks, listCommandWebhooks, listWebhookDeliveries, listNeedsAttention].map(({ id }) =>
        queryClient.invalidateQueries({ queryKey: [id] }),
      ),
    );
}

export function useCreateWebhook({ orgId, commandId }: Pick<Command, 'orgId' | 'commandId'>) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewWebhook) => callApi(createWebhook, { params: { orgId, kitId: commandId }, body }),
    onSuccess: refresh,
  });
}

export function useUpdateWebhook(webhook: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateWebhook>) =>
      callApi(updateWebhook, { params: paramsOf(webhook), body }),
    onSuccess: async () => {
      toast.success('Webhook updated');
      await refresh();
    },
  });
}

export function useDeleteWebhook(webhook: Which) {
  const queryClient = useQueryClient();
  const refresh = useRefresh();
  return useMutation({
    // A list of deliveries that is on its way could arrive after the deletion, and be refused.
    onMutate: () => queryClient.cancelQueries({ queryKey: [listWebhookDeliveries.id] }),
    mutationFn: () => callApi(deleteWebhook, { params: paramsOf(webhook) }),
    // Not awaited: once the list no longer has the webhook, its panel is gone and can't close itself.
    onSuccess: () => {
      toast.success('Webhook deleted');
      void refresh();
    },
  });
}

export function useTakeWebhook(webhook: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(takeWebhook, { params: paramsOf(webhook) }),
    onSuccess: refresh,
  });
}

export function useReplaceSecret(webhook: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(replaceWebhookSecret, { params: paramsOf(webhook) }),
    onSuccess: refresh,
  });
}

export function useEndPreviousSecret(webhook: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => callApi(endPreviousWebhookSecret, { params: paramsOf(webhook) }),
    onSuccess: async () => {
      toast.success('Previous secret ended');
      await refresh();
    },
  });
}

export function useTestWebhook(webhook: Which) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: BodyOf<typeof testWebhook>) =>
      callApi(testWebhook, { params: paramsOf(webhook), body }),
    onSuccess: refresh,
  });
}
