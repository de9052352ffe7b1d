import * as alerts from '@/lib/contract/schedules/job-alerts';
import { route } from '@/server/http/route';
import { createJobAlert, listJobAlerts } from '@/server/schedules/alerts/change-alerts';

export const GET = route(alerts.listJobAlerts, listJobAlerts);
export const POST = route(alerts.createJobAlert, createJobAlert);
