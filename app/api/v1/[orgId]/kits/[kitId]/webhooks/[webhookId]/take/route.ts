import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { takeWebhook } from '@/server/automation/webhooks/change-webhooks';
import { route } from '@/server/http/route';

export const POST = route(webhooks.takeWebhook, takeWebhook);
