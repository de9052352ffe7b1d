import type { CallInput } from '@/lib/client/api-client';
import type { readHome } from '@/lib/contract/library/home';
import type { listRuns } from '@/lib/contract/runs/history';
import { runStatus } from '@/lib/contract/runs/run';
import { hasEnded } from '@/lib/runs/run-status';

const MOST_RECENT = 8;
export const MOST_WAITING = 5;

export const homeInput = (orgId: string): CallInput<typeof readHome> => ({ params: { orgId } });

/** The person's own runs as a list of theirs shows them: without what runs by itself, and without rows of bulk runs. */
const ownRuns = (userId: string): string[] => [
  `user_id:${userId}`,
  'is_dropdown:false',
  'is_startup:false',
  'bulk_parent_id:null',
];

export const recentInput = (orgId: string, userId: string): CallInput<typeof listRuns> => {
  const filter = [...ownRuns(userId), ...unfinished.map((status) => `status~:${status}`)];
  return { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: MOST_RECENT, page: 0 } };
};

const unfinished = runStatus.options.filter((status) => !hasEnded(status));

/** Failures that the person has neither run again nor marked as handled. */
export const failedInput = (orgId: string, userId: string): CallInput<typeof listRuns> => {
  const filter = [...ownRuns(userId), 'status:failed', 'end_reason~:cancelled', 'is_dealt_with:false'];
  return { params: { orgId }, query: { filter, sortDesc: 'start_time', per_page: MOST_WAITING, page: 0 } };
};
