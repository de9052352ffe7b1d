'use client';

import { Tabs } from '@mantine/core';
import { PageTitle } from '@/components/ui/layout/page-title';
import { useAccountTab } from './account-address';
import styles from './account-view.module.css';
import { SessionSection } from './sessions/session-section';
import { OwnTokens } from './tokens/own-tokens';
import type { TokenOrg } from './tokens/use-tokens';

/** What belongs to the person: the tokens that act as them, and where they are signed in. */
export function AccountView({ orgs }: { orgs: readonly TokenOrg[] }) {
  const { tab, setTab } = useAccountTab();
  return (
    <>
      <PageTitle>Your account</PageTitle>
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="tokens">Access tokens</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <OwnTokens orgs={orgs} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionSection />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
