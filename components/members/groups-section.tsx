'use client';

import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSearch } from '@/components/ui/layout/page-search';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { GroupList, GroupListSkeleton } from './group-list';
import { useTeamAddress } from './team-address';
import styles from './team-view.module.css';
import { type Group, type TeamOwner, useGroups } from './use-members';

const none: readonly Group[] = [];

/** The organization's groups; each opens to its people. */
export function GroupsSection({ owner }: { owner: TeamOwner }) {
  const { search, setSearch } = useTeamAddress();
  const panels = useSidePanels();
  const groups = useGroups(owner.org.orgId);
  const all = groups.data ?? none;
  const found = useMemo(() => findGroups(all, search), [all, search]);
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
      onClick={() => panels.push({ kind: 'new-group' })}
    >
      New group
    </Button>
  );
  return (
    <section aria-label="Groups">
      {/* There is nothing to search in no groups; and what creates the first one stands in its place. */}
      {groups.data?.length !== 0 && (
        <div className={styles.bar}>
          <PageSearch label="Search groups and people" text={search} onChange={setSearch} />
          <span className={styles.count} role="status">
            {groups.data !== undefined && `${found.length} ${found.length === 1 ? 'group' : 'groups'}`}
          </span>
          {owner.isAdmin && <div className={styles.right}>{add}</div>}
        </div>
      )}
      <QueryState
        query={groups}
        loading={<GroupListSkeleton />}
        isEmpty={(loaded) => loaded.length === 0}
        empty={
          <div className={styles.card}>
            <EmptyNotice
              icon={<IconUsersGroup size={22} stroke={1.75} />}
              title="No groups yet"
              {...(owner.isAdmin ? { action: add } : {})}
            >
              Share a command or folder with a group, and everyone in it has access for as long as they are a
              member.
            </EmptyNotice>
          </div>
        }
      >
        {() =>
          found.length === 0 ? (
            <div className={styles.card}>
              <EmptyNotice
                icon={<IconUsersGroup size={22} stroke={1.75} />}
                title="No groups match this search"
                action={<Button onClick={() => setSearch('')}>Show all groups</Button>}
              >
                The search covers the names of groups and of their members.
              </EmptyNotice>
            </div>
          ) : (
            <GroupList groups={found} owner={owner} />
          )
        }
      </QueryState>
    </section>
  );
}

function findGroups(groups: readonly Group[], search: string): readonly Group[] {
  const term = search.trim().toLowerCase();
  if (term === '') return groups;
  const fits = (name: string) => name.toLowerCase().includes(term);
  return groups.filter(({ name, people }) => fits(name) || people.some((person) => fits(person.name)));
}
