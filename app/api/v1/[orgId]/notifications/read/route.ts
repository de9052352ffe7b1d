import * as notifications from '@/lib/contract/runs/notifications';
import { route } from '@/server/http/route';
import { readNotifications } from '@/server/messages/list-notifications';

export const POST = route(notifications.readNotifications, readNotifications);
