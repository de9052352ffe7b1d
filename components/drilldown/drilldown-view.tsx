'use client';

import { Button, Tabs } from '@mantine/core';
import { IconUser } from '@tabler/icons-react';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { useUnlessLeft } from '@/components/ui/layout/navigation';
import { PageSearch } from '@/components/ui/layout/page-search';
import { PageTitle } from '@/components/ui/layout/page-title';
import { parseAsPage } from '@/components/ui/table/page-parser';
import { Pager } from '@/components/ui/table/pager';
import { invitedWords, standingWords } from './access-words';
import { COMMANDS_A_PAGE, countCommands, drilldownLines, pageOfLines } from './drilldown-lines';
import { DrilldownSkeleton } from './drilldown-skeleton';
import { DrilldownTable } from './drilldown-table';
import styles from './drilldown-view.module.css';
import { type MemberCommand, useMemberCommands, useOwnFolders } from './use-drilldown';
import { useDrilldownActions } from './use-drilldown-actions';

interface DrilldownViewProps {
  org: { orgId: string; slug: string };
  member: {
    userId: string;
    name: string;
    email: string | null;
    role: 'admin' | 'member';
    isDeleted: boolean;
    isPending: boolean;
  };
  /** Shown in the tab of their runs. */
  runs: ReactNode;
}

const TABS = ['commands', 'runs'] as const;
const LONGEST_SEARCH = 200;
const searchParser = parseAsString.withDefault('');
const none: readonly MemberCommand[] = [];

/** What a member has access to, as far as the viewer may know, by folder. */
export function DrilldownView({ org, member, runs }: DrilldownViewProps) {
  const [search, setSearch] = useQueryState('q', { ...searchParser, startTransition: useUnlessLeft() });
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('commands'));
  const [page, setPage] = useQueryState('page', parseAsPage.withOptions({ history: 'push' }));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const things = useMemberCommands(org.orgId, member.userId);
  const own = useOwnFolders(org.orgId);
  const actions = useDrilldownActions(org.orgId);

  const term = search.trim().toLowerCase();
  const found = useMemo(() => fitting(things.data?.commands ?? none, term), [things.data, term]);
  const lines = useMemo(() => {
    // An empty folder is shown if the member has it, or the viewer. Invited people have nothing yet, so all are empty.
    const folders = member.isPending
      ? []
      : [...(own.data ?? []).filter(({ role }) => role !== null), ...(things.data?.folders ?? [])];
    return drilldownLines(found, folders, closed, term !== '');
  }, [found, own.data, things.data, closed, term, member.isPending]);
  const count = countCommands(lines);
  const pages = Math.max(1, Math.ceil(count / COMMANDS_A_PAGE));
  const current = Math.min(page, pages - 1);
  const shown = pageOfLines(lines, current);
  const firstName = member.name.trim().split(/\s+/)[0] ?? member.name;

  function find(text: string): void {
    void setSearch(text.slice(0, LONGEST_SEARCH) || null);
    void setPage(null);
  }
  function toggle(key: string): void {
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(key)) after.add(key);
      return after;
    });
  }
  return (
    <>
      <div className={styles.head}>
        <PageTitle>{member.name}</PageTitle>
        <p className={styles.standing}>
          {member.email !== null && <span>{member.email}</span>}
          {things.data !== undefined && <span>{wordsOf(member, things.data)}</span>}
        </p>
      </div>
      <Tabs value={tab} onChange={(next) => void setTab(next === 'runs' ? 'runs' : null)} keepMounted={false}>
        <Tabs.List className={styles.tabs}>
          <Tabs.Tab value="commands">{firstName}’s commands</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="commands">
          <div className={styles.search}>
            <PageSearch label="Search commands by name" text={search} onChange={find} />
          </div>
          <QueryState query={things} loading={<DrilldownSkeleton />}>
            {() => (
              <div className={styles.card}>
                {found.length === 0 && (term !== '' || lines.length === 0) ? (
                  <NothingHere
                    firstName={firstName}
                    isInvited={member.isPending}
                    isSearching={term !== ''}
                    onClear={() => find('')}
                  />
                ) : (
                  <DrilldownTable
                    lines={shown}
                    access={things.data?.access ?? new Map()}
                    org={org}
                    actions={actions}
                    terms={term === '' ? [] : [term]}
                    onToggle={toggle}
                  />
                )}
                {pages > 1 && (
                  <Pager
                    page={current}
                    rowsAPage={COMMANDS_A_PAGE}
                    rowsHere={countCommands(shown)}
                    count={count}
                    labels={{ before: 'Previous commands', after: 'Next commands' }}
                    onTurn={(turned) => void setPage(turned)}
                  />
                )}
              </div>
            )}
          </QueryState>
        </Tabs.Panel>
        <Tabs.Panel value="runs">{runs}</Tabs.Panel>
      </Tabs>
    </>
  );
}

function wordsOf(
  member: DrilldownViewProps['member'],
  { access, groups, promised }: NonNullable<ReturnType<typeof useMemberCommands>['data']>,
): string {
  if (member.isDeleted) return 'Removed from the organization';
  const isAdmin = member.role === 'admin';
  return member.isPending
    ? invitedWords({ isAdmin, promised, groups })
    : standingWords({ isAdmin, access: access.values(), groups });
}

function fitting(commands: readonly MemberCommand[], term: string): readonly MemberCommand[] {
  if (term === '') return commands;
  return commands.filter(({ name, folderName }) =>
    `${name}\n${folderName ?? ''}`.toLowerCase().includes(term),
  );
}

interface NothingHereProps {
  firstName: string;
  isInvited: boolean;
  isSearching: boolean;
  onClear: () => void;
}

function NothingHere({ firstName, isInvited, isSearching, onClear }: NothingHereProps) {
  const icon = <IconUser size={22} stroke={1.75} />;
  if (isSearching) {
    return (
      <EmptyNotice
        icon={icon}
        title="No commands match this search"
        action={<Button onClick={onClear}>Show all</Button>}
      >
        The search covers the names of commands and folders.
      </EmptyNotice>
    );
  }
  return (
    <EmptyNotice
      icon={icon}
      title={isInvited ? `${firstName} has not joined yet` : `${firstName} has no commands yet`}
    >
      {`Commands shared with them, directly or through a folder or group, are listed here${isInvited ? ' once they join' : ''}.`}
    </EmptyNotice>
  );
}
