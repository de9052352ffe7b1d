'use client';

import { Button, Menu, Skeleton } from '@mantine/core';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { SourceIcon } from '@/components/command/source-icon';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import type { PanelAddress } from '@/components/ui/panels/panel-addresses';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CredentialTable } from './credential-table';
import { tablesOf } from './credential-tables';
import styles from './credentials-view.module.css';
import { type ConnectionKind, useCredentials, useKinds } from './use-credentials';
import { useDeleteConnection } from './use-delete-connection';

interface CredentialsViewProps {
  orgId: string;
  /** What is connected by uploading its description: each opens a panel of the page. */
  uploads: readonly { label: string; kind: string; panel: PanelAddress }[];
}

/** The connections of an organisation: how its sources are reached, and what uses them. */
export function CredentialsView({ orgId, uploads }: CredentialsViewProps) {
  const kinds = useKinds(orgId);
  const credentials = useCredentials(orgId);
  const remove = useDeleteConnection();
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Credentials</PageTitle>
        <AddConnection kinds={kinds.data ?? []} uploads={uploads} />
      </div>
      <QueryState query={kinds} loading={<Loading />}>
        {(known) => (
          <QueryState query={credentials} errorTitle="Error - Failed to get creds" loading={<Loading />}>
            {(rows) =>
              tablesOf(known, rows).map((table) => (
                <section key={table.credType} className={styles.section} aria-label={table.title}>
                  <h2 className={styles.title}>{table.title}</h2>
                  <div className={styles.card}>
                    {table.rows.length === 0 ? (
                      <EmptyNotice icon={<IconPlug size={22} stroke={1.75} />} title="None yet">
                        {table.credType === 'api'
                          ? 'APIs are connected by adding commands from a description. Their connections are then listed here.'
                          : 'Your connections are listed here with the commands that use them. Their secrets are sealed and never shown again.'}
                      </EmptyNotice>
                    ) : (
                      <CredentialTable table={table} onDelete={(row) => void remove(row)} />
                    )}
                  </div>
                </section>
              ))
            }
          </QueryState>
        )}
      </QueryState>
    </>
  );
}

interface AddConnectionProps extends Pick<CredentialsViewProps, 'uploads'> {
  kinds: readonly ConnectionKind[];
}

function AddConnection({ kinds, uploads }: AddConnectionProps) {
  const panels = useSidePanels();
  // An API is not connected by itself: it comes with its description.
  const connectable = kinds.filter(({ credType }) => credType !== 'api');
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={connectable.length === 0}
        >
          Add connection
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {connectable.map(({ sourceKind, label }) => (
          <Menu.Item
            key={sourceKind}
            leftSection={<SourceIcon kind={sourceKind} />}
            onClick={() => panels.push(`connect:${sourceKind}`)}
          >
            {label}
          </Menu.Item>
        ))}
        {uploads.map(({ label, kind, panel }) => (
          <Menu.Item key={panel} leftSection={<SourceIcon kind={kind} />} onClick={() => panels.push(panel)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Loading() {
  return (
    <div className={`${styles.card} ${styles.loading}`} aria-hidden>
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={32} />
      ))}
    </div>
  );
}
