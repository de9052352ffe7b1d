'use client';

import { useQuery } from '@tanstack/react-query';
import { ConfigurePanel } from '@/components/configure/configure-panel';
import { InputPanel } from '@/components/configure/input-panel';
import { memberInput } from '@/components/drilldown/drilldown-input';
import { DrilldownSkeleton } from '@/components/drilldown/drilldown-skeleton';
import { DrilldownView } from '@/components/drilldown/drilldown-view';
import { sharePanels } from '@/components/share/panel/share-panels';
import { QueryState } from '@/components/ui/feedback/query-state';
import { SidePanelStack } from '@/components/ui/panels/side-panel-stack';
import { callApi } from '@/lib/api-client';
import { readMember } from '@/lib/contract/members';
import { queryKey } from '@/lib/query-keys';

/** A member, with the panels that open beside what they have. */
export function MemberPage({ org, userId }: { org: { orgId: string; slug: string }; userId: string }) {
  const { orgId } = org;
  const input = memberInput(orgId, userId);
  const member = useQuery({
    queryKey: queryKey(readMember, input),
    queryFn: ({ signal }) => callApi(readMember, input, { signal }),
  });
  return (
    <>
      <QueryState query={member} loading={<DrilldownSkeleton />}>
        {(loaded) => <DrilldownView org={org} member={loaded} />}
      </QueryState>
      <SidePanelStack
        kinds={{
          configure: (commandId) => <ConfigurePanel orgId={orgId} commandId={Number(commandId)} />,
          'configure-input': (about) => <InputPanel orgId={orgId} about={about} />,
          ...sharePanels(orgId),
        }}
      />
    </>
  );
}
