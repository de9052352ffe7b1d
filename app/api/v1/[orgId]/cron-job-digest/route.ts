import * as contract from '@/lib/contract/schedules/job-digest';
import { route } from '@/server/http/route';
import { readJobDigest, updateJobDigest } from '@/server/schedules/alerts/change-digest';

export const GET = route(contract.readJobDigest, readJobDigest);
export const PUT = route(contract.updateJobDigest, updateJobDigest);
