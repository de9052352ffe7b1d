import type { ReactNode } from 'react';
import { ApproversToName } from '@/components/command/dependents/approvers-to-name';
import { type LastApprovals, lastApprovalsOf } from '@/lib/changes/last-approvals';
import { callApi } from '@/lib/client/api-client';
import type { QueryOf } from '@/lib/contract/operation';
import { listLastApprovals } from '@/lib/contract/runs/approvals';

interface Asked {
  read: () => Promise<string[]>;
  remedy: (orgSlug: string, leave: () => void) => ReactNode;
}

/** What nobody but the reader could approve anymore after a change of people, and how another approver is named. */
export function lastApprovals(orgId: string, query: QueryOf<typeof listLastApprovals>): Asked {
  let commands: LastApprovals = [];
  return {
    read: async () => {
      commands = await callApi(listLastApprovals, { params: { orgId }, query });
      return lastApprovalsOf(commands);
    },
    remedy: (orgSlug, leave) => <ApproversToName orgSlug={orgSlug} commands={commands} onLeave={leave} />,
  };
}
