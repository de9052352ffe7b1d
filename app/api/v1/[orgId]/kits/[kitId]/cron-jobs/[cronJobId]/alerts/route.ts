import * as alerts from '@/lib/contract/schedules/job-alerts';
import { createJobAlert, listJobAlerts } from '@/server/automation/schedules/alerts/change-alerts';
import { route } from '@/server/http/route';

export const GET = route(alerts.listJobAlerts, listJobAlerts);
export const POST = route(alerts.createJobAlert, createJobAlert);
