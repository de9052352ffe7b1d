'use client';

import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSearch } from '@/components/ui/layout/page-search';
import { MemberList } from './member-list';
import { useTeamAddress } from './team-address';
import { TeamSkeleton } from './team-skeleton';
import styles from './team-view.module.css';
import { type Member, type TeamOwner, useMembers } from './use-members';

const nobody: readonly Member[] = [];

/** Everyone in the organization, with a search. Removed people come last. */
export function MembersSection({ owner }: { owner: TeamOwner }) {
  const { search, setSearch } = useTeamAddress();
  const members = useMembers(owner.org.orgId);
  const all = members.data ?? nobody;
  const found = useMemo(() => findByName(all, search), [all, search]);
  const count = `${found.length} ${found.length === 1 ? 'person' : 'people'}`;
  return (
    <section aria-label="Users">
      <div className={styles.bar}>
        <PageSearch label="Search users by name" text={search} onChange={setSearch} />
        <span className={styles.count} role="status">
          {members.data !== undefined && count}
        </span>
      </div>
      <QueryState query={members} loading={<TeamSkeleton />}>
        {() =>
          found.length === 0 ? (
            <div className={styles.card}>
              <EmptyNotice
                icon={<IconUserSearch size={22} stroke={1.75} />}
                title="No one by that name"
                action={<Button onClick={() => setSearch('')}>Show everybody</Button>}
              >
                The search looks for your text anywhere in a name.
              </EmptyNotice>
            </div>
          ) : (
            <MemberList members={found} owner={owner} term={search.trim().toLowerCase()} />
          )
        }
      </QueryState>
    </section>
  );
}

function findByName(members: readonly Member[], search: string): readonly Member[] {
  const term = search.trim().toLowerCase();
  const found = term === '' ? members : members.filter(({ name }) => name.toLowerCase().includes(term));
  return [...found].sort((a, b) => Number(a.isDeleted) - Number(b.isDeleted));
}
