import * as approvals from '@/lib/contract/running/approvals';
import { readApproval } from '@/server/approvals/list-approvals';
import { route } from '@/server/http/route';

export const GET = route(approvals.readApproval, readApproval);
