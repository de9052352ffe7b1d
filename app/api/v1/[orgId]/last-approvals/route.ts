import * as approvals from '@/lib/contract/runs/approvals';
import { route } from '@/server/http/route';
import { listLastApprovals } from '@/server/safeguards/last-approvals';

export const GET = route(approvals.listLastApprovals, listLastApprovals);
