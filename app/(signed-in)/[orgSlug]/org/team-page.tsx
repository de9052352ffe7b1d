'use client';

import { GroupPanel, NewGroupPanel } from '@/components/members/group-panels';
import { TeamView } from '@/components/members/team-view';
import type { TeamOwner } from '@/components/members/use-members';
import { EditOrgPanel } from '@/components/orgs/edit-org-panel';
import { InviteButton } from '@/components/share/recipients/invite-button';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { SidePanelStack } from '@/components/ui/panels/side-panel-stack';

const invitePanel = fetchedPart(async () => ({
  default: (await import('@/components/share/recipients/invite-panel')).InvitePanel,
}));

/** The team page with the panels that open beside it. */
export function TeamPage({ owner }: { owner: TeamOwner }) {
  const { orgId } = owner.org;
  return (
    <>
      <TeamView owner={owner} invite={<InviteButton />} />
      {owner.isAdmin && (
        <SidePanelStack
          kinds={{
            invite: () => <Fetched part={invitePanel} props={{ org: owner.org }} />,
            'new-group': () => <NewGroupPanel orgId={orgId} />,
            'edit-org': () => <EditOrgPanel org={owner.org} />,
            group: (groupId) => <GroupPanel orgId={orgId} groupId={groupId} />,
          }}
        />
      )}
    </>
  );
}
