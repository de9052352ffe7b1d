import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { listWebhookDeliveries } from '@/server/webhooks/list-webhooks';

export const GET = route(webhooks.listWebhookDeliveries, listWebhookDeliveries);
