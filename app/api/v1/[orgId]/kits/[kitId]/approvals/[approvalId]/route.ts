import * as approvals from '@/lib/contract/runs/approvals';
import { route } from '@/server/http/route';
import { answerApproval } from '@/server/runs/approvals/answer-approval';

export const POST = route(approvals.answerApproval, answerApproval);
