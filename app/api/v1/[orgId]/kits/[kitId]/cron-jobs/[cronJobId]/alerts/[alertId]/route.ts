import * as alerts from '@/lib/contract/schedules/job-alerts';
import { route } from '@/server/http/route';
import { deleteJobAlert, updateJobAlert } from '@/server/schedules/alerts/change-alerts';

export const PATCH = route(alerts.updateJobAlert, updateJobAlert);
export const DELETE = route(alerts.deleteJobAlert, deleteJobAlert);
