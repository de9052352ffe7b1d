import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { endPreviousWebhookSecret, replaceWebhookSecret } from '@/server/webhooks/change-webhook-secret';

export const POST = route(webhooks.replaceWebhookSecret, replaceWebhookSecret);
export const DELETE = route(webhooks.endPreviousWebhookSecret, endPreviousWebhookSecret);
