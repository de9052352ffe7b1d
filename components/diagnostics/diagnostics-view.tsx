'use client';

import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { PageTitle } from '@/components/ui/layout/page-title';
import { commit } from '@/lib/base/build';
import { CheckGroup, Group } from './checks/check-group';
import { summaryOf } from './checks/check-view';
import { FactList } from './checks/fact-list';
import { ResultDialog } from './checks/result-dialog';
import { SummaryLine } from './checks/summary-line';
import { useChecks } from './checks/use-checks';
import { Connections } from './connections/connections';
import { spokenOf, useConnectionChecks } from './connections/use-connection-checks';
import styles from './diagnostics-view.module.css';
import { OperatorSignIn, OperatorSignOut } from './operator/operator-sign-in';
import { ReportButton } from './operator/report-button';
import { ServerFound } from './operator/server-found';
import { useServerParts } from './operator/use-server-parts';
import { buildFacts, serviceChecks, storageFacts } from './service-checks';

/** Who looks at the page, as far as it shows them more. */
export interface Viewer {
  isSignedIn: boolean;
  /** Whether they see more of the server's services than whether they respond. */
  seesDetails: boolean;
  /** The organizations whose connections they see. */
  orgs: readonly { orgId: string; name: string }[];
  operator: 'signedIn' | 'offered' | 'none';
}

/** Whether Pushboard works, and if not, what doesn't. */
export function DiagnosticsView({ viewer }: { viewer: Viewer }) {
  const [org] = viewer.orgs;
  return org === undefined ? (
    <Page viewer={viewer} connections={null} />
  ) : (
    <WithConnections viewer={viewer} org={org} />
  );
}

function WithConnections({ viewer, org }: { viewer: Viewer; org: Viewer['orgs'][number] }) {
  const checks = useConnectionChecks(org.orgId);
  const orgName = viewer.orgs.length > 1 ? org.name : null;
  return <Page viewer={viewer} connections={{ checks, orgName }} />;
}

interface PageProps {
  viewer: Viewer;
  connections: { checks: ReturnType<typeof useConnectionChecks>; orgName: string | null } | null;
}

function Page({ viewer, connections }: PageProps) {
  const services = useChecks(serviceChecks(viewer.isSignedIn)).views;
  const spoken = connections === null ? [] : connections.checks.rows.flatMap(spokenOf);
  const details = useDetails(viewer.seesDetails);
  const groups = useServerParts(viewer.operator === 'signedIn');
  const parts = groups.flatMap((group) => group.parts);
  const ofServer = parts.map(({ view }) => view);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <PageTitle>Diagnostics</PageTitle>
        <div className={styles.actions}>
          {viewer.operator === 'offered' && <OperatorSignIn />}
          {viewer.operator === 'signedIn' && (
            <>
              <OperatorSignOut />
              <ReportButton services={services} connections={spoken} groups={groups} />
            </>
          )}
          <RefreshAll />
        </div>
      </header>
      <SummaryLine summary={summaryOf([...services, ...ofServer, ...spoken])} />
      <CheckGroup title="Pushboard" checks={services} />
      {!viewer.seesDetails && (
        <p className={styles.note}>
          {viewer.isSignedIn
            ? 'Admins of an organization see versions, hosts, and the connections of the organization here.'
            : 'Sign in as an admin to see versions, hosts, and database connections.'}
        </p>
      )}
      {viewer.operator === 'none' && (
        <p className={styles.note}>
          To check the server from inside, as its operator, set OPERATOR_KEY and restart. An Operator button
          then appears here.
        </p>
      )}
      {connections !== null && <Connections {...connections} />}
      {groups.map((group) => (
        <CheckGroup key={group.title} title={group.title} checks={group.parts.map(({ view }) => view)} />
      ))}
      {viewer.seesDetails && <Details {...details} />}
      <ResultDialog
        checks={[
          ...services,
          ...ofServer,
          ...details.build,
          ...details.storage,
          ...(connections?.checks.views ?? []),
        ]}
        more={({ key }) => {
          const found = parts.find(({ view }) => view.key === key)?.found ?? null;
          return found === null ? null : <ServerFound found={found} />;
        }}
      />
    </div>
  );
}

function useDetails(isShown: boolean) {
  return {
    build: useChecks(isShown ? buildFacts : []).views,
    storage: useChecks(isShown ? storageFacts : []).views,
  };
}

function Details({ build, storage }: ReturnType<typeof useDetails>) {
  const [hash] = build;
  const differs = hash?.state === 'success' && hash.data !== null && hash.data !== commit.hash;
  return (
    <div className={styles.columns}>
      <Group title="Build">
        <FactList
          facts={[
            ...build,
            { name: 'Front-end hash', value: commit.hash ?? 'None' },
            { name: 'Front-end ref', value: commit.ref ?? 'None' },
          ]}
        />
        {differs && (
          <p className={styles.caution}>
            This page and the server were built from different commits. Reload the page.
          </p>
        )}
      </Group>
      <Group title="Storage connection">
        <FactList facts={storage} />
      </Group>
    </div>
  );
}

function RefreshAll() {
  const queryClient = useQueryClient();
  const isFetching = useIsFetching() > 0;
  return (
    <Button
      leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
      loading={isFetching}
      onClick={() => void queryClient.refetchQueries({ type: 'active' })}
    >
      Refresh
    </Button>
  );
}
