import * as settings from '@/lib/contract/schedules/job-settings';
import { readJobSettings, updateJobSettings } from '@/server/automation/schedules/job-settings';
import { route } from '@/server/http/route';

export const GET = route(settings.readJobSettings, readJobSettings);
export const PATCH = route(settings.updateJobSettings, updateJobSettings);
