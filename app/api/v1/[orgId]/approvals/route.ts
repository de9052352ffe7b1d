import * as approvals from '@/lib/contract/runs/approvals';
import { route } from '@/server/http/route';
import { listApprovals } from '@/server/runs/approvals/list-approvals';

export const GET = route(approvals.listApprovals, listApprovals);
