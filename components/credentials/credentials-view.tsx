'use client';

import { Button, Menu, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { addingPanel } from '@/components/command/adding-panel';
import { SourceIcon } from '@/components/command/source-icon';
import { useSourceKinds } from '@/components/command/source-kinds';
import { EmptyLine } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageTitle } from '@/components/ui/layout/page-title';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CredentialTable } from './credential-table';
import { tablesOf } from './credential-tables';
import styles from './credentials-view.module.css';
import { EnvironmentButtons, type EnvironmentParts } from './environment-buttons';
import { useCredentials, useKinds } from './use-credentials';
import { useDeleteConnection } from './use-delete-connection';

interface CredentialsViewProps {
  orgId: string;
  /** Whether the table of cloud connections is shown while it is empty. */
  offersCloud: boolean;
  /** What the server's environment has for this organization. */
  environment: EnvironmentParts;
}

/** The connections of an organization: how its sources are reached, and what uses them. */
export function CredentialsView({ orgId, offersCloud, environment }: CredentialsViewProps) {
  const kinds = useKinds(orgId);
  const credentials = useCredentials(orgId);
  const remove = useDeleteConnection();
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Credentials</PageTitle>
        <div className={styles.buttons}>
          <EnvironmentButtons orgId={orgId} parts={environment} />
          <AddConnection />
        </div>
      </div>
      <QueryState query={kinds} loading={<Loading />}>
        {(known) => (
          <QueryState query={credentials} errorTitle="Error - Failed to get creds" loading={<Loading />}>
            {(rows) => {
              const tables = tablesOf(known, rows, offersCloud);
              const settingCount = Math.max(0, ...tables.map(({ columns }) => columns.length));
              return tables.map((table) => (
                <section key={table.credType} className={styles.section} aria-label={table.title}>
                  <h2 className={styles.title}>{table.title}</h2>
                  <div className={styles.card}>
                    {table.rows.length === 0 ? (
                      <EmptyLine>{table.none}</EmptyLine>
                    ) : (
                      <CredentialTable
                        table={table}
                        settingCount={settingCount}
                        onDelete={(row) => void remove(row)}
                      />
                    )}
                  </div>
                </section>
              ));
            }}
          </QueryState>
        )}
      </QueryState>
    </>
  );
}

function AddConnection() {
  const panels = useSidePanels();
  const ways = useSourceKinds().flatMap(({ kind, label, addingWays, capabilities }) => {
    // A store of results has no commands, so that it is connected only here.
    const isByForm =
      addingWays.some(({ by }) => by === 'connection') ||
      capabilities.includes('stores') ||
      capabilities.includes('keyVault');
    const byDocument = addingWays.filter(({ by }) => by !== 'connection' && by !== 'request');
    return [...(isByForm ? [{ by: 'connection', label } as const] : []), ...byDocument].map((way) => ({
      kind,
      ...way,
    }));
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}>Add connection</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {ways.map(({ kind, ...way }) => (
          <Menu.Item
            key={`${kind} ${way.label}`}
            leftSection={<SourceIcon kind={kind} />}
            onClick={() => panels.push(addingPanel(kind, way))}
          >
            {way.label}
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
