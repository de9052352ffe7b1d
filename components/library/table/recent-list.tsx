'use client';

import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { EmptyNotice } from '@/components/ui/feedback/empty-notice';
import { QueryState } from '@/components/ui/feedback/query-state';
import { LibrarySkeleton } from '../library-skeleton';
import styles from '../library-view.module.css';
import type { LibraryActions } from '../menus/use-library-actions';
import { type CommandSummary, type LibraryOwner, useRecents } from '../use-library';
import { CommandList } from './command-list';
import { usePrefetchCommand } from './use-prefetch-command';

interface RecentListProps {
  owner: LibraryOwner;
  /** The commands that match the search; null until all of them have loaded. */
  commands: readonly CommandSummary[] | null;
  terms: readonly string[];
  actions: LibraryActions;
}

/** The commands that the person opened or shared recently, most recent first. */
export function RecentList({ owner, commands, terms, actions }: RecentListProps) {
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
          <LibrarySkeleton />
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
