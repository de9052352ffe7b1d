'use client';

import { Tabs } from '@mantine/core';
import { PageTitle } from '@/components/ui/layout/page-title';
import { useAccountTab } from './account-address';
import styles from './account-view.module.css';
import { DigestSection } from './mail/digest-section';
import { OwnName } from './own-name';
import { ProgramSection } from './programs/program-section';
import { SessionSection } from './sessions/session-section';
import { OwnTokens } from './tokens/own-tokens';
import type { TokenOrg } from './tokens/use-tokens';

interface AccountViewProps {
  orgs: readonly TokenOrg[];
  /** What people add to a program to connect it. */
  mcpAddress: string;
  name: string;
  /** Who says what the person is called; null if they say it themselves. */
  nameProvider: string | null;
}

/** What belongs to the person: the tokens and programs that act as them, where they are signed in, and what they get by mail. */
export function AccountView({ orgs, mcpAddress, name, nameProvider }: AccountViewProps) {
  const { tab, setTab } = useAccountTab();
  return (
    <>
      <PageTitle>Your account</PageTitle>
      <OwnName name={name} provider={nameProvider} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="tokens">Access tokens</Tabs.Tab>
          <Tabs.Tab value="programs">Programs</Tabs.Tab>
          <Tabs.Tab value="sessions">Sessions</Tabs.Tab>
          <Tabs.Tab value="mail">Mail</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tokens">
          <OwnTokens orgs={orgs} />
        </Tabs.Panel>
        <Tabs.Panel value="programs">
          <ProgramSection mcpAddress={mcpAddress} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionSection />
        </Tabs.Panel>
        <Tabs.Panel value="mail">
          <DigestSection orgs={orgs} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
