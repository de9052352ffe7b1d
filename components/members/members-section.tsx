'use client';

import { Button } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSearch } from '@/components/ui/layout/page-search';
import { Pager } from '@/components/ui/table/pager';
import { formatCount } from '@/lib/results/table/row-counts';
import { MemberList } from './member-list';
import { MEMBERS_A_PAGE } from './members-input';
import { useTeamAddress } from './team-address';
import { TeamSkeleton } from './team-skeleton';
import styles from './team-view.module.css';
import { type TeamOwner, useMembers } from './use-members';

/** Everyone in the organization, page by page, with a search. Removed people come last. */
export function MembersSection({ owner }: { owner: TeamOwner }) {
  const { search, setSearch, page, setPage } = useTeamAddress();
  const { members, count, term } = useMembers(owner.org.orgId, search, page);
  return (
    <section aria-label="Users">
      <div className={styles.bar}>
        <PageSearch label="Search users by name" text={search} onChange={setSearch} />
        <span className={styles.count} role="status">
          {count !== null && `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`}
        </span>
      </div>
      <QueryState query={members} loading={<TeamSkeleton />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <div className={styles.card}>
              <EmptyNotice
                icon={<IconUserSearch size={22} stroke={1.75} />}
                title={page === 0 ? 'No one by that name' : 'Nobody on this page'}
                action={<Button onClick={() => setSearch('')}>Show everybody</Button>}
              >
                {page === 0
                  ? 'The search looks for your text anywhere in a name.'
                  : 'The list has become shorter.'}
              </EmptyNotice>
            </div>
          ) : (
            <>
              <MemberList members={loaded} owner={owner} term={term} />
              {(page > 0 || loaded.length === MEMBERS_A_PAGE) && (
                <Pager
                  page={page}
                  rowsAPage={MEMBERS_A_PAGE}
                  rowsHere={loaded.length}
                  count={count}
                  labels={{ before: 'Previous people', after: 'Next people' }}
                  onTurn={setPage}
                />
              )}
            </>
          )
        }
      </QueryState>
    </section>
  );
}
