'use client';

import dynamic from 'next/dynamic';
import { GroupPanel, NewGroupPanel } from '@/components/members/group-panels';
import { TeamView } from '@/components/members/team-view';
import type { TeamOwner } from '@/components/members/use-members';
import { EditOrgPanel } from '@/components/orgs/edit-org-panel';
import { InviteButton } from '@/components/share/invite-button';
import { SidePanelStack } from '@/components/ui/side-panels/side-panel-stack';

const InvitePanel = dynamic(() => import('@/components/share/invite-panel').then((part) => part.InvitePanel));

/** The team page with the panels that open beside it. */
export function TeamPage({ owner }: { owner: TeamOwner }) {
  const { orgId } = owner.org;
  return (
    <>
      <TeamView owner={owner} invite={<InviteButton />} />
      {owner.isAdmin && (
        <SidePanelStack
          kinds={{
            invite: () => <InvitePanel org={owner.org} />,
            'new-group': () => <NewGroupPanel orgId={orgId} />,
            'edit-org': () => <EditOrgPanel org={owner.org} />,
            group: (groupId) => <GroupPanel orgId={orgId} groupId={groupId} />,
          }}
        />
      )}
    </>
  );
}
