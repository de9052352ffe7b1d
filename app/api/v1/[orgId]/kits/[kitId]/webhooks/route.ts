import * as webhooks from '@/lib/contract/webhooks/webhooks';
import { route } from '@/server/http/route';
import { createWebhook } from '@/server/webhooks/change-webhooks';
import { listCommandWebhooks } from '@/server/webhooks/list-webhooks';

export const GET = route(webhooks.listCommandWebhooks, listCommandWebhooks);
export const POST = route(webhooks.createWebhook, createWebhook);
