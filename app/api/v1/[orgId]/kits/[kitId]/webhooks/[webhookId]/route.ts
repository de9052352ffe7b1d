import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { deleteWebhook, updateWebhook } from '@/server/automation/webhooks/change-webhooks';
import { route } from '@/server/http/route';

export const PATCH = route(webhooks.updateWebhook, updateWebhook);
export const DELETE = route(webhooks.deleteWebhook, deleteWebhook);
