import type { ApprovalState } from '@/lib/contract/runs/approval-shapes';
import type { StatusLabel } from '@/lib/runs/run-status';

export const approvalLabels: Readonly<Record<ApprovalState, StatusLabel>> = {
  waiting: { tone: 'caution', word: 'Waiting' },
  granted: { tone: 'good', word: 'Approved' },
  denied: { tone: 'bad', word: 'Denied' },
  expired: { tone: 'none', word: 'Expired' },
  void: { tone: 'none', word: 'Void' },
  withdrawn: { tone: 'none', word: 'Withdrawn' },
};
