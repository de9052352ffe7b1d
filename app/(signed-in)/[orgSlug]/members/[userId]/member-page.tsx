'use client';

import { useQuery } from '@tanstack/react-query';
import { SidePanels } from '@/app/_panels/side-panels';
import { memberInput } from '@/components/drilldown/drilldown-input';
import { DrilldownSkeleton } from '@/components/drilldown/drilldown-skeleton';
import { DrilldownView } from '@/components/drilldown/drilldown-view';
import { MemberRuns } from '@/components/history/member-runs';
import { QueryState } from '@/components/ui/feedback/query-state';
import { callApi } from '@/lib/client/api-client';
import { queryKey } from '@/lib/client/query-keys';
import { readMember } from '@/lib/contract/people/members';

/** A member, with the panels that open next to their commands. */
export function MemberPage({ org, userId }: { org: { orgId: string; slug: string }; userId: string }) {
  const input = memberInput(org.orgId, userId);
  const member = useQuery({
    queryKey: queryKey(readMember, input),
    queryFn: ({ signal }) => callApi(readMember, input, { signal }),
  });
  return (
    <>
      <QueryState query={member} loading={<DrilldownSkeleton />}>
        {(loaded) => (
          <DrilldownView org={org} member={loaded} runs={<MemberRuns org={org} member={loaded} />} />
        )}
      </QueryState>
      <SidePanels />
    </>
  );
}
