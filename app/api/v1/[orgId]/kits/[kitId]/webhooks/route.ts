import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { createWebhook } from '@/server/automation/webhooks/change-webhooks';
import { listCommandWebhooks } from '@/server/automation/webhooks/list-webhooks';
import { route } from '@/server/http/route';

export const GET = route(webhooks.listCommandWebhooks, listCommandWebhooks);
export const POST = route(webhooks.createWebhook, createWebhook);
