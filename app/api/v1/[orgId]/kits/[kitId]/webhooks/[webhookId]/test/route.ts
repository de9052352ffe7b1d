import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { testWebhook } from '@/server/webhooks/test-webhook';

export const POST = route(webhooks.testWebhook, testWebhook);
