import * as notifications from '@/lib/contract/runs/notifications';
import { route } from '@/server/http/route';
import { listNotifications } from '@/server/messages/list-notifications';

export const GET = route(notifications.listNotifications, listNotifications);
