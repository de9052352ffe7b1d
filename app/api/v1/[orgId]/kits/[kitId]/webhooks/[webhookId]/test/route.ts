import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { testWebhook } from '@/server/automation/webhooks/test-webhook';
import { route } from '@/server/http/route';

export const POST = route(webhooks.testWebhook, testWebhook);
