'use client';

import { ActionIcon, Button, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconRefresh, IconTrash } from '@tabler/icons-react';
import { type CSSProperties, Fragment } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import { hasCommands, useSourceKind } from '@/components/command/source-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { Chip } from '@/components/ui/text/chip';
import { Moment } from '@/components/ui/text/moment';
import { connectionState } from './connection-state';
import styles from './credential-table.module.css';
import { settingOf, type CredentialTable as Table } from './credential-tables';
import type { Credential } from './use-credentials';

interface CredentialTableProps {
  table: Table;
  /** How many columns of settings the widest table of the page has, so that all are aligned. */
  settingCount: number;
  onDelete: (credential: Credential) => void;
}

/** The connections of one type; each opens for editing. On a phone each is a card. */
export function CredentialTable({ table, settingCount, onDelete }: CredentialTableProps) {
  const { title, columns, rows } = table;
  const style = { '--columns': settingCount } as CSSProperties;
  const spans = spansOf(columns.length, settingCount);
  return (
    <table className={styles.table} aria-label={title} style={style}>
      <thead className={styles.block}>
        <tr className={styles.head}>
          <th scope="col">Name</th>
          {columns.map(({ key, label }, index) => (
            <th key={key} scope="col" className={styles.spanned} style={spans[index]}>
              {label}
            </th>
          ))}
          <th scope="col">Used by</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <th scope="col">
            <VisuallyHidden>Actions</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody className={styles.block}>
        {rows.map((row) => (
          <Row key={row.credentialId} row={row} columns={columns} spans={spans} onDelete={onDelete} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  row: Credential;
  columns: Table['columns'];
  spans: readonly CSSProperties[];
  onDelete: (credential: Credential) => void;
}

/** The first setting, often an address, takes the room that the widest table has for more. */
const spansOf = (count: number, settingCount: number): CSSProperties[] =>
  Array.from(
    { length: count },
    (_, index) => ({ '--span': index === 0 ? settingCount - count + 1 : 1 }) as CSSProperties,
  );

function Row({ row, columns, spans, onDelete }: RowProps) {
  const panels = useSidePanels();
  const { credentialId, name, sourceKind, isBuiltin, commandCount, lastUsedAt } = row;
  const state = connectionState(row);
  const { label: kindLabel, capabilities } = useSourceKind(sourceKind);
  const isStore = capabilities.includes('stores');
  const isReader = capabilities.includes('keyVault');
  return (
    <tr aria-label={name} className={styles.row}>
      <td className={styles.nameCell}>
        <SourceIcon kind={sourceKind} />
        <div className={styles.name}>
          <UnstyledButton
            className={styles.text}
            aria-label={`Edit ${name}`}
            title={name}
            onClick={() => panels.push({ kind: 'connection', credentialId })}
          >
            {name}
          </UnstyledButton>
          {isBuiltin && <Chip>sample</Chip>}
        </div>
        <span className={styles.kind}>{kindLabel}</span>
      </td>
      {columns.map(({ key, label, valueLabels }, index) => {
        const setting = settingOf(row, key);
        const inWords = setting === '' ? '—' : valueLabels[setting];
        return (
          <td
            key={key}
            className={`${styles.setting} ${styles.spanned}`}
            style={spans[index]}
            data-label={label}
            data-words={inWords !== undefined || undefined}
            data-empty={setting === '' || undefined}
            title={setting}
          >
            {inWords ?? <Parts text={setting} />}
          </td>
        );
      })}
      <td className={styles.used} data-label="Used by">
        {isStore ? 'results' : isReader ? 'key vaults' : usedBy(commandCount)}
      </td>
      <td className={styles.used} data-label="Last used" data-empty={lastUsedAt === null || undefined}>
        {lastUsedAt === null ? '—' : <Moment at={lastUsedAt} as="ago" />}
      </td>
      <td className={styles.state} data-label="State" title={state.why ?? undefined}>
        <span className={styles.dot} data-kind={state.kind} aria-hidden />
        <span>{state.label}</span>
        {state.why !== null && <VisuallyHidden>. {state.why}</VisuallyHidden>}
      </td>
      <td className={styles.actions}>
        {hasCommands(row, { capabilities }) && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconRefresh size={14} stroke={1.75} aria-hidden />}
            aria-label={`Sync ${name}`}
            onClick={() => panels.push({ kind: 'sync', credentialId, staticCommandSourceId: null })}
          >
            Sync
          </Button>
        )}
        {!isBuiltin && (
          <ActionIcon
            className={styles.bin}
            title="Delete"
            aria-label={`Delete ${name}`}
            onClick={() => onDelete(row)}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </td>
    </tr>
  );
}

const usedBy = (count: number) =>
  count === 0 ? 'no command' : count === 1 ? '1 command' : `${count.toLocaleString()} commands`;

/** A setting that is too long for its line is broken after a part of its address or path, not in a word. */
function Parts({ text }: { text: string }) {
  return (text.match(/(?:https?:\/\/)?[^/]+\/*|\/+/g) ?? []).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
