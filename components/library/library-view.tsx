'use client';

import { IconSearchOff, IconSquareRoundedPlus } from '@tabler/icons-react';
import { EmptyNotice } from '@/components/ui/empty-notice';
import { PageTitle } from '@/components/ui/page-title';
import { QueryState } from '@/components/ui/query-state';
import { CommandList } from './command-list';
import { LibrarySkeleton } from './library-skeleton';
import styles from './library-view.module.css';
import { SearchBox } from './search-box';
import { useCommandSearch } from './use-command-search';
import { type CommandSummary, useLibrary } from './use-library';
import { usePrefetchCommand } from './use-prefetch-command';

interface LibraryViewProps {
  org: { orgId: string; slug: string };
  /** Admins can connect sources, so they are told another first step. */
  isAdmin: boolean;
}

const none: readonly CommandSummary[] = [];

/** The home: the commands one can run, and a search. */
export function LibraryView({ org, isAdmin }: LibraryViewProps) {
  const library = useLibrary(org.orgId);
  const search = useCommandSearch(library.data ?? none);
  const prefetchCommand = usePrefetchCommand(org.orgId);
  return (
    <>
      <div className={styles.head}>
        <PageTitle>Commands</PageTitle>
        <SearchBox text={search.text} onChange={search.setText} />
      </div>
      <QueryState
        query={library}
        loading={<LibrarySkeleton />}
        isEmpty={(commands) => commands.length === 0}
        empty={<NoCommands isAdmin={isAdmin} />}
      >
        {() =>
          search.found.length === 0 ? (
            <div className={styles.card}>
              <EmptyNotice
                icon={<IconSearchOff size={22} stroke={1.75} />}
                title="No command has such a name"
              >
                Nothing you have access to is called “{search.settled}”.
              </EmptyNotice>
            </div>
          ) : (
            <CommandList commands={search.found} orgSlug={org.slug} onLikelyOpen={prefetchCommand} />
          )
        }
      </QueryState>
      <div className={styles.unseen} role="status">
        {search.settled !== '' && library.data !== undefined && `${search.found.length} found`}
      </div>
    </>
  );
}

function NoCommands({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className={styles.card}>
      <EmptyNotice
        icon={<IconSquareRoundedPlus size={22} stroke={1.75} />}
        title="You haven't created any buttons yet!"
      >
        {isAdmin
          ? 'A button runs one routine of a database you connect. Connect one through the API, then add its routines.'
          : 'When an engineer shares a command with you, it appears here.'}
      </EmptyNotice>
    </div>
  );
}
