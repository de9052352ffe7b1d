import * as webhooks from '@/lib/contract/webhooks/webhooks';
import {
  endPreviousWebhookSecret,
  replaceWebhookSecret,
} from '@/server/automation/webhooks/change-webhook-secret';
import { route } from '@/server/http/route';

export const POST = route(webhooks.replaceWebhookSecret, replaceWebhookSecret);
export const DELETE = route(webhooks.endPreviousWebhookSecret, endPreviousWebhookSecret);
