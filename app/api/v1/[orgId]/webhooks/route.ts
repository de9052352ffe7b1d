import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { listWebhooks } from '@/server/automation/webhooks/list-webhooks';
import { route } from '@/server/http/route';

export const GET = route(webhooks.listWebhooks, listWebhooks);
