'use client';

import { GroupPanel, NewGroupPanel } from '@/components/members/group-panels';
import { TeamView } from '@/components/members/team-view';
import type { TeamOwner } from '@/components/members/use-members';
import { EditOrgPanel } from '@/components/orgs/edit-org-panel';
import { SidePanelStack } from '@/components/ui/side-panels/side-panel-stack';

/** The team page with the panels that open beside it. */
export function TeamPage({ owner }: { owner: TeamOwner }) {
  const { orgId } = owner.org;
  return (
    <>
      <TeamView owner={owner} />
      {owner.isAdmin && (
        <SidePanelStack
          kinds={{
            'new-group': () => <NewGroupPanel orgId={orgId} />,
            'edit-org': () => <EditOrgPanel org={owner.org} />,
            group: (groupId) => <GroupPanel orgId={orgId} groupId={groupId} />,
          }}
        />
      )}
    </>
  );
}
