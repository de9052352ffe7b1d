import * as settings from '@/lib/contract/schedules/job-settings';
import { route } from '@/server/http/route';
import { readJobSettings, updateJobSettings } from '@/server/schedules/job-settings';

export const GET = route(settings.readJobSettings, readJobSettings);
export const PATCH = route(settings.updateJobSettings, updateJobSettings);
