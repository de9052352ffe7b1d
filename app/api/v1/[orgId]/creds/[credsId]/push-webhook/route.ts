import * as pushWebhook from '@/lib/contract/sources/push-webhook';
import { route } from '@/server/http/route';
import { makePushWebhook, removePushWebhook } from '@/server/sources/push/change-push-webhook';

export const POST = route(pushWebhook.makePushWebhook, makePushWebhook);
export const DELETE = route(pushWebhook.removePushWebhook, removePushWebhook);
