'use client';

import { TextInput, UnstyledButton } from '@mantine/core';
import { IconListDetails, IconSearch } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { EmptyLine, EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import card from '@/components/ui/layout/card.module.css';
import { PageTitle } from '@/components/ui/layout/page-title';
import { ListSkeleton } from '@/components/ui/loading/list-skeleton';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { CardRow, CardTable } from '@/components/ui/table/card-table';
import { paths } from '@/lib/base/paths';
import { cacheWords, isFound, valueColumnWords } from './dropdown-words';
import styles from './dropdowns-view.module.css';
import { type Dropdown, useDropdowns } from './use-dropdowns';

/** All dropdowns of an organization, and the inputs that use them. */
export function DropdownsView({ orgId, orgSlug }: { orgId: string; orgSlug: string }) {
  const dropdowns = useDropdowns(orgId);
  const [search, setSearch] = useState('');
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Dropdowns</PageTitle>
        <TextInput
          className={styles.search}
          aria-label="Search dropdowns"
          placeholder="Search dropdowns"
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </div>
      <QueryState query={dropdowns} errorTitle="Error loading dropdowns" loading={<ListSkeleton rows={4} />}>
        {(all) =>
          all.length === 0 ? (
            <div className={card.card}>
              <EmptyNotice icon={<IconListDetails size={22} stroke={1.75} />} title="No dropdowns yet">
                Engineers create dropdowns for the inputs of their commands, with hardcoded values or from the
                output of another command. They are listed here with what uses them.
              </EmptyNotice>
            </div>
          ) : (
            <DropdownTable orgSlug={orgSlug} rows={all.filter((each) => isFound(each, search))} />
          )
        }
      </QueryState>
    </>
  );
}

const COLUMNS = ['Dropdown', 'ID', 'Command', 'Value column', 'Cache interval', 'Used by'];

function DropdownTable({ orgSlug, rows }: { orgSlug: string; rows: readonly Dropdown[] }) {
  const panels = useSidePanels();
  if (rows.length === 0) return <EmptyLine>No dropdown matches. Try another name.</EmptyLine>;
  return (
    <CardTable label="Dropdowns" columns={COLUMNS} minWidth={720}>
      {rows.map((row) => (
        <CardRow key={row.dropdownId} name={row.name} columns={COLUMNS}>
          <UnstyledButton
            className={styles.name}
            onClick={() => panels.push({ kind: 'dropdown', dropdownId: row.dropdownId, linked: null })}
          >
            {row.name}
          </UnstyledButton>
          <span className={styles.machine}>{row.dropdownId}</span>
          {row.sender === null ? (
            '—'
          ) : (
            <Link className={styles.link} href={paths.builder(orgSlug, row.sender.commandId)}>
              {row.sender.name}
            </Link>
          )}
          <span className={row.valueColumn?.isPresent === true ? styles.machine : undefined}>
            {valueColumnWords(row)}
          </span>
          {row.kind === 'hardcoded' ? '—' : cacheWords[row.cacheInterval ?? 'none']}
          <Uses row={row} orgSlug={orgSlug} />
        </CardRow>
      ))}
    </CardTable>
  );
}

function Uses({ row: { uses, useCount }, orgSlug }: { row: Dropdown; orgSlug: string }) {
  if (useCount === 0) return '—';
  const unseen = useCount - uses.length;
  return (
    <ul className={styles.uses}>
      {uses.map(({ commandId, commandName, inputId, inputKey }) => (
        <li key={inputId}>
          <Link className={styles.link} href={paths.builder(orgSlug, commandId)}>
            {commandName}
          </Link>{' '}
          · <span className={styles.machine}>{inputKey}</span>
        </li>
      ))}
      {unseen > 0 && <li>{unseen} more in private commands</li>}
    </ul>
  );
}
