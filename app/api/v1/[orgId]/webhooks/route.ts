import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { listWebhooks } from '@/server/webhooks/list-webhooks';

export const GET = route(webhooks.listWebhooks, listWebhooks);
