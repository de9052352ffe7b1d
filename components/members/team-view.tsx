'use client';

import { Button, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageTitle } from '@/components/ui/layout/page-title';
import UnavailableButton from '@/components/ui/layout/unavailable-button';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { GroupsSection } from './groups-section';
import { MembersSection } from './members-section';
import { useTeamAddress } from './team-address';
import styles from './team-view.module.css';
import type { TeamOwner } from './use-members';

interface TeamViewProps {
  owner: TeamOwner;
  /** The admins' main button: it invites people, or syncs them from the directory. */
  invite?: ReactNode;
  /** For admins, what the page says about the directory that the people come from. */
  directory?: ReactNode;
  /** The organization's service accounts, for its admins. */
  services?: ReactNode;
}

/** The people of an organization, and its groups. */
export function TeamView({ owner, invite, directory, services }: TeamViewProps) {
  const { tab, setTab } = useTeamAddress();
  const panels = useSidePanels();
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Organization users</PageTitle>
        {owner.isAdmin && (
          <div className={styles.buttons}>
            {owner.org.isSandbox ? (
              <UnavailableButton
                variant="default"
                reason="A sandbox has no settings. An organization of your own has: who may enter, and how long results are kept."
              >
                Edit organization
              </UnavailableButton>
            ) : (
              <Button variant="default" onClick={() => panels.push({ kind: 'edit-org' })}>
                Edit organization
              </Button>
            )}
            {invite}
          </div>
        )}
      </div>
      {owner.isAdmin && directory}
      <Tabs
        value={tab === 'services' && !owner.isAdmin ? 'users' : tab}
        onChange={setTab}
        keepMounted={false}
      >
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="users">Users</Tabs.Tab>
          <Tabs.Tab value="groups">Groups</Tabs.Tab>
          {owner.isAdmin && <Tabs.Tab value="services">Service accounts</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="users">
          <MembersSection owner={owner} />
        </Tabs.Panel>
        <Tabs.Panel value="groups">
          <GroupsSection owner={owner} />
        </Tabs.Panel>
        {owner.isAdmin && <Tabs.Panel value="services">{services}</Tabs.Panel>}
      </Tabs>
    </>
  );
}
