import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { replaceWebhookSecret } from '@/server/webhooks/change-webhooks';

export const POST = route(webhooks.replaceWebhookSecret, replaceWebhookSecret);
