import * as alerts from '@/lib/contract/schedules/job-alerts';
import { deleteJobAlert, updateJobAlert } from '@/server/automation/schedules/alerts/change-alerts';
import { route } from '@/server/http/route';

export const PATCH = route(alerts.updateJobAlert, updateJobAlert);
export const DELETE = route(alerts.deleteJobAlert, deleteJobAlert);
