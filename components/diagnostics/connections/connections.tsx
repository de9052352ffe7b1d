'use client';

import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconDatabaseOff, IconRefresh } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { StatusDot } from '@/components/ui/feedback/status-pill';
import card from '@/components/ui/layout/card.module.css';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { connectionChecks } from '@/lib/contract/diagnostics/connections';
import { Group } from '../checks/check-group';
import { type CheckView, stateWords } from '../checks/check-view';
import { useOpenCheck } from '../checks/use-open-check';
import { cellWords } from './cell-words';
import styles from './connections.module.css';
import { type ConnectionRow, columnNames, type useConnectionChecks } from './use-connection-checks';

const COLUMNS = ['Connection', ...connectionChecks.map((check) => columnNames[check]), ''];

interface ConnectionsProps {
  /** The organization's name; null if the person has no other. */
  orgName: string | null;
  checks: ReturnType<typeof useConnectionChecks>;
}

/** Every saved connection to a database, with what is checked of it. */
export function Connections({ orgName, checks: { list, rows } }: ConnectionsProps) {
  const title = orgName === null ? 'Database connections' : `Database connections of ${orgName}`;
  return (
    <Group title={title}>
      <QueryState
        query={list}
        errorTitle="There was an error fetching DB connections"
        loading={<Skeleton height={96} radius="lg" />}
        isEmpty={(connections) => connections.length === 0}
        empty={
          <div className={card.card}>
            <EmptyNotice
              icon={<IconDatabaseOff size={22} stroke={1.75} />}
              title="Did not detect any DB connections"
            >
              Connections to Postgres and SQL Server that the organization saves are checked here.
            </EmptyNotice>
          </div>
        }
      >
        {() => (
          <CardTable label={title} columns={COLUMNS} minWidth={900}>
            {rows.map((row) => (
              <Row key={row.credentialId} row={row} />
            ))}
          </CardTable>
        )}
      </QueryState>
    </Group>
  );
}

function Row({ row: { name, credentialId, environment, cells } }: { row: ConnectionRow }) {
  const isChecking = cells.some(({ state }) => state === 'loading');
  return (
    <CardRow name={`${name} ${environment}`} columns={COLUMNS} endsWithControl>
      <span className={styles.name}>
        <span>{name}</span>{' '}
        <span className={styles.environment}>
          #{credentialId} {environment}
        </span>
      </span>
      {cells.map((cell, index) => (
        <Cell key={cell.key} check={cell} words={cellWords(connectionChecks[index] ?? 'host', cell)} />
      ))}
      <Tooltip label="Check again">
        <ActionIcon
          aria-label={`Check again: ${name}`}
          loading={isChecking}
          onClick={() => {
            for (const { refresh } of cells) refresh();
          }}
        >
          <IconRefresh size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </CardRow>
  );
}

function Cell({ check, words }: { check: CheckView; words: string }) {
  const [, open] = useOpenCheck();
  const { tone, word } = stateWords[check.state];
  return (
    <button type="button" className={styles.cell} title={check.message} onClick={() => void open(check.key)}>
      <StatusDot tone={tone} label={word} />
      <span className={styles.words} data-tone={tone}>
        {words}
      </span>
    </button>
  );
}
