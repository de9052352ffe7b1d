import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { deleteWebhook, updateWebhook } from '@/server/webhooks/change-webhooks';

export const PATCH = route(webhooks.updateWebhook, updateWebhook);
export const DELETE = route(webhooks.deleteWebhook, deleteWebhook);
