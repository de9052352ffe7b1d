import { lastApprovalsOf } from '@/lib/changes/last-approvals';
import { callApi } from '@/lib/client/api-client';
import type { QueryOf } from '@/lib/contract/operation';
import { listLastApprovals } from '@/lib/contract/runs/approvals';

/** What nobody but the reader could approve anymore after a change of people, in sentences. */
export const readLastApprovals = async (
  orgId: string,
  query: QueryOf<typeof listLastApprovals>,
): Promise<string[]> => lastApprovalsOf(await callApi(listLastApprovals, { params: { orgId }, query }));
