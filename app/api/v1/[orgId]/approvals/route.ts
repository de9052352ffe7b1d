import * as approvals from '@/lib/contract/running/approvals';
import { listApprovals } from '@/server/approvals/list-approvals';
import { route } from '@/server/http/route';

export const GET = route(approvals.listApprovals, listApprovals);
