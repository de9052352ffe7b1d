import * as approvals from '@/lib/contract/runs/approvals';
import { route } from '@/server/http/route';
import { withdrawApproval } from '@/server/runs/approvals/withdraw-approval';

export const POST = route(approvals.withdrawApproval, withdrawApproval);
