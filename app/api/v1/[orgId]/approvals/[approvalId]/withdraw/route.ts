import * as approvals from '@/lib/contract/running/approvals';
import { withdrawApproval } from '@/server/approvals/withdraw-approval';
import { route } from '@/server/http/route';

export const POST = route(approvals.withdrawApproval, withdrawApproval);
