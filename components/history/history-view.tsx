'use client';

import { Button, CloseButton, Switch, TextInput } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { confirm } from '@/components/ui/dialogs';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { PageTitle } from '@/components/ui/page-title';
import { QueryState } from '@/components/ui/query-state';
import { ColumnsMenu, useColumns } from './columns-menu';
import { FilterMenu } from './filter-menu';
import { chipsOf } from './history-filters';
import { HistorySkeleton } from './history-skeleton';
import styles from './history-view.module.css';
import { Pager } from './pager';
import { RunTable } from './run-table';
import { type RunSummary, useDeleteResults, useHistory } from './use-history';
import { useHistoryAddress } from './use-history-address';

const none: readonly RunSummary[] = [];

/** Who ran what, when, with which values, and how it ended. */
export function HistoryView({ org }: { org: { orgId: string; slug: string } }) {
  const { filters, page, setPage, change } = useHistoryAddress();
  const history = useHistory(org.orgId, filters, page);
  const { columns, toggle } = useColumns();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const remove = useDeleteResults(org.orgId);
  const picked = (history.data?.rows ?? none).filter(({ runId }) => chosen.has(runId));
  const chips = chipsOf(filters);

  async function askToDelete(): Promise<void> {
    const isSure = await confirm({
      title: `Delete ${picked.length === 1 ? 'the result' : `${picked.length} results`}?`,
      body: 'What the runs answered is gone for good. That they ran, when and with which values stays here.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (isSure) remove.mutate(picked, { onSuccess: () => setChosen(new Set()) });
  }

  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <PageTitle>History</PageTitle>
        <ColumnsMenu columns={columns} onToggle={toggle} />
      </div>
      <div className={styles.filters}>
        <TextInput
          className={styles.search}
          aria-label="Search runs"
          placeholder="Name, person, parameters"
          maxLength={200}
          leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
          value={filters.search}
          onChange={(event) => change({ search: event.currentTarget.value })}
        />
        {chips.map(({ label, without }) => (
          <span key={label} className={styles.chip}>
            {label}
            <CloseButton
              size={24}
              iconSize={12}
              aria-label={`Remove ${label}`}
              onClick={() => change(without)}
            />
          </span>
        ))}
        <FilterMenu filters={filters} onChange={change} />
        <span className={styles.switches}>
          <Switch
            size="sm"
            label="Dropdown runs"
            checked={filters.showsDropdown}
            onChange={(event) => change({ showsDropdown: event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label="Startup runs"
            checked={filters.showsStartup}
            onChange={(event) => change({ showsStartup: event.currentTarget.checked })}
          />
        </span>
      </div>
      {picked.length > 0 && (
        <div className={styles.selection} role="status">
          <span>{picked.length} selected</span>
          <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void askToDelete()}>
            Delete results
          </Button>
          <Button variant="subtle" color="gray" size="xs" onClick={() => setChosen(new Set())}>
            Clear
          </Button>
        </div>
      )}
      <QueryState
        query={history}
        loading={<HistorySkeleton />}
        isEmpty={({ rows }) => rows.length === 0 && page === 0}
        empty={<NoRuns isNarrowed={chips.length > 0 || filters.search !== ''} />}
      >
        {({ rows, totalCount }) => (
          <div className={styles.card} data-stale={history.isPlaceholderData}>
            <RunTable runs={rows} org={org} columns={columns} chosen={chosen} onChoose={setChosen} />
            <Pager page={page} shown={rows.length} totalCount={totalCount} onPage={setPage} />
          </div>
        )}
      </QueryState>
    </div>
  );
}

function NoRuns({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconHistory size={22} stroke={1.75} />}
        title={isNarrowed ? 'No run fits these filters' : 'Nothing has run yet'}
      >
        {isNarrowed
          ? 'Take a filter away, or look at another time.'
          : 'Each run of a command that you have access to is listed here, with its values and how it ended.'}
      </EmptyNotice>
    </div>
  );
}
