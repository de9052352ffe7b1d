'use client';

import { Button } from '@mantine/core';
import { IconHistory, IconSearchOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LibrarySkeleton } from '../library-skeleton';
import styles from '../library-view.module.css';
import type { LibraryActions } from '../menus/use-library-actions';
import { type CommandSummary, type LibraryOwner, type useLibrary, useRecents } from '../use-library';
import { CommandList } from './command-list';
import { usePrefetchCommand } from './use-prefetch-command';

interface RecentListProps {
  owner: LibraryOwner;
  library: ReturnType<typeof useLibrary>['library'];
  /** The commands that match the search; null until all of them have loaded. */
  commands: readonly CommandSummary[] | null;
  search: string;
  /** Searches the whole library instead. */
  onSearchAll: () => void;
  terms: readonly string[];
  actions: LibraryActions;
}

/** The commands that the person opened or shared recently, most recent first. */
export function RecentList(props: RecentListProps) {
  const { owner, library, commands, search, onSearchAll, terms, actions } = props;
  const recents = useRecents(owner.org.orgId, owner.userId, true);
  const prefetchCommand = usePrefetchCommand();
  const shown = useMemo(() => {
    if (commands === null) return null;
    const byId = new Map(commands.map((command) => [command.commandId, command]));
    return (recents.data ?? []).flatMap(({ commandId }) => byId.get(commandId) ?? []);
  }, [commands, recents.data]);
  return (
    <QueryState query={recents} loading={<LibrarySkeleton />}>
      {() =>
        shown === null ? (
          <QueryState query={library} errorTitle="Error loading commands" loading={<LibrarySkeleton />}>
            {() => <LibrarySkeleton />}
          </QueryState>
        ) : shown.length === 0 && search !== '' ? (
          <div className={styles.card}>
            <EmptyNotice
              icon={<IconSearchOff size={22} stroke={1.75} />}
              title="No recent commands match this search"
              action={
                <Button variant="default" onClick={onSearchAll}>
                  Search all commands
                </Button>
              }
            >
              {`Of the commands that you opened or shared, no name, source, folder, or description has “${search}”.`}
            </EmptyNotice>
          </div>
        ) : shown.length === 0 ? (
          <div className={styles.card}>
            <EmptyNotice icon={<IconHistory size={22} stroke={1.75} />} title="Nothing recent">
              Commands you open or share are listed here, latest first.
            </EmptyNotice>
          </div>
        ) : (
          <CommandList
            commands={shown}
            org={owner.org}
            actions={actions}
            terms={terms}
            onLikelyOpen={prefetchCommand}
            showsFolders
          />
        )
      }
    </QueryState>
  );
}
