import * as approvals from '@/lib/contract/running/approvals';
import { answerApproval } from '@/server/approvals/answer-approval';
import { route } from '@/server/http/route';

export const POST = route(approvals.answerApproval, answerApproval);
