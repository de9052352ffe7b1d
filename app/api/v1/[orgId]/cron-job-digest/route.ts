import * as contract from '@/lib/contract/schedules/job-digest';
import { readJobDigest, updateJobDigest } from '@/server/automation/schedules/alerts/change-digest';
import { route } from '@/server/http/route';

export const GET = route(contract.readJobDigest, readJobDigest);
export const PUT = route(contract.updateJobDigest, updateJobDigest);
