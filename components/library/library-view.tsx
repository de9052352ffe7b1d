'use client';

import { Button, VisuallyHidden } from '@mantine/core';
import { IconFolderPlus, IconPencil, IconUserPlus, IconX } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSearch } from '@/components/ui/layout/page-search';
import { PageTitle } from '@/components/ui/layout/page-title';
import { Fetched, fetchedPart } from '@/components/ui/loading/fetched-part';
import { servedPart } from '@/components/ui/loading/served-part';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { ONLY_SOME_WORDS } from '@/lib/commands/some-words';
import { LibrarySkeleton } from './library-skeleton';
import styles from './library-view.module.css';
import { NewCommandMenu } from './menus/new-command-menu';
import { useLibraryActions } from './menus/use-library-actions';
import { ViewMenu } from './menus/view-menu';
import { CommandList } from './table/command-list';
import { RecentList } from './table/recent-list';
import { LONGEST_SEARCH, useCommandSearch } from './table/use-command-search';
import { useFirstRow } from './table/use-first-row';
import { usePrefetchCommand } from './table/use-prefetch-command';
import { DragToFolder } from './tree/drag-to-folder';
import type { Place } from './tree/places';
import { Sidebar } from './tree/sidebar';
import { isIn } from './tree/tree-lines';
import { type CommandSummary, type Folder, type LibraryOwner, useFolders, useLibrary } from './use-library';
import { useLibraryAddress } from './use-library-address';

const newFolderDialog = fetchedPart(() => import('./menus/new-folder-dialog'));

/** For the few who may configure commands but not connect sources. */
const WhoConnectsButton = servedPart(
  dynamic(() => import('./menus/who-connects-button')),
  () => import('./menus/who-connects-button'),
);
/** Nobody is new for long. */
const FirstSteps = servedPart(
  dynamic(() => import('./first-visit/first-steps')),
  () => import('./first-visit/first-steps'),
);
const Tour = dynamic(() => import('./first-visit/tour'), { ssr: false });
/** Few libraries are empty for long. */
const LibraryEmpty = servedPart(
  dynamic(() => import('./table/library-empty')),
  () => import('./table/library-empty'),
);
const NothingFound = servedPart(
  dynamic(() => import('./table/nothing-found')),
  () => import('./table/nothing-found'),
);

const noCommands: readonly CommandSummary[] = [];
const noFolders: readonly Folder[] = [];

interface LibraryViewProps {
  owner: LibraryOwner;
  /** What is shown because the person is new here. */
  firstVisit: { startsTour: boolean; showsFirstSteps: boolean };
}

/** The library: the commands that the person can run, by folder or most recent first, and a search. */
export function LibraryView({ owner, firstVisit }: LibraryViewProps) {
  const { org } = owner;
  const panels = useSidePanels();
  const address = useLibraryAddress();
  const isRecents = address.tab === 'recents';
  const showsHidden = address.isHidden && !isRecents;
  const { library, isWhole } = useLibrary(org.orgId, showsHidden, address.place, address.order);
  const folders = useFolders(org.orgId).data ?? noFolders;
  const search = useCommandSearch(library.data ?? noCommands);
  const actions = useLibraryActions(owner);
  // Null until it is opened for the first time.
  const [isNamingFolder, setNamingFolder] = useState<boolean | null>(null);
  const prefetchCommand = usePrefetchCommand();
  const { found, hasOnlySome, terms, settled } = search;
  // Rendering the results yields to typing.
  const drawn = useDeferredValue(
    useMemo(
      () => ({
        isWhole,
        found: isWhole ? found : null,
        hasOnlySome: isWhole && hasOnlySome,
        shown: found.filter((command) => isIn(command, address.place, org.orgId)),
        terms,
        settled,
      }),
      [isWhole, found, hasOnlySome, address.place, org.orgId, terms, settled],
    ),
  );
  const [hasToured, setToured] = useState(false);
  const { isTour, endTour } = address;
  const onTourEnd = useCallback(() => {
    setToured(true);
    endTour();
  }, [endTour]);
  const toFirst = useFirstRow(drawn.isWhole && drawn.settled === search.text.trim(), search.text);
  const title = titleOf(address.place, folders);
  const folderId = isRecents ? null : title.folderId;
  // Someone who only runs commands has nothing to put into a folder.
  const isRunner =
    !owner.isAdmin &&
    folders.every(({ role }) => role !== 'admin') &&
    (library.data ?? noCommands).every(({ role }) => role !== 'admin');
  return (
    <DragToFolder onMove={(command, folderId, name) => void actions.move(command, folderId, name)}>
      <div className={styles.page}>
        <Sidebar
          tab={address.tab}
          onTab={address.setTab}
          commands={drawn.found}
          folders={folders}
          org={org}
          place={address.place}
          onPlace={address.setPlace}
        />
        <section
          ref={toFirst.list}
          className={styles.content}
          aria-label={isRecents ? 'Recents' : title.name}
        >
          <div className={styles.head} data-tour="commands">
            <div className={styles.title} data-plain={(folderId === null && !showsHidden) || undefined}>
              <PageTitle>{isRecents ? 'Recents' : title.name}</PageTitle>
              {showsHidden && (
                <Button
                  variant="light"
                  size="compact-sm"
                  rightSection={<IconX size={14} stroke={1.75} aria-hidden />}
                  aria-label="Hidden commands: back to the library"
                  onClick={() => address.setHidden(false)}
                >
                  Hidden
                </Button>
              )}
              {folderId !== null && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconUserPlus size={14} stroke={1.75} aria-hidden />}
                  onClick={() => panels.push({ kind: 'share-folder', folderId })}
                >
                  {title.isEditable ? 'Share folder' : 'Who has it'}
                </Button>
              )}
              {folderId !== null && title.isEditable && (
                <Button
                  variant="subtle"
                  color="gray"
                  size="compact-sm"
                  leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
                  onClick={() => panels.push({ kind: 'edit-folder', folderId })}
                >
                  Edit folder
                </Button>
              )}
            </div>
            <div className={styles.controls}>
              <PageSearch
                label="Search commands"
                title="All words must match. Combine them with AND, OR, NOT and parentheses."
                maxLength={LONGEST_SEARCH}
                isUnfinished={search.isUnfinished}
                text={search.text}
                onChange={search.setText}
                onEnter={search.text.trim() === '' ? undefined : toFirst.open}
                onDown={toFirst.focus}
              />
              <ViewMenu
                order={isRecents ? null : address.order}
                onOrder={address.setOrder}
                isHidden={showsHidden}
                onHidden={address.setHidden}
                isAdmin={owner.isAdmin}
              />
              {!isRunner && (
                <Button className={styles.control} variant="default" onClick={() => setNamingFolder(true)}>
                  <IconFolderPlus size={16} stroke={1.75} aria-hidden />
                  <span className={styles.controlWords}>New folder</span>
                </Button>
              )}
              {owner.isAdmin && <NewCommandMenu orgId={org.orgId} label="New command" isCompact />}
              {!owner.isAdmin && !isRunner && <WhoConnectsButton orgId={org.orgId} />}
            </div>
          </div>
          {firstVisit.showsFirstSteps && !isRecents && <FirstSteps owner={owner} />}
          {drawn.hasOnlySome && (isRecents || drawn.shown.length > 0) && (
            <p className={styles.some}>{ONLY_SOME_WORDS}</p>
          )}
          {isRecents ? (
            <RecentList
              owner={owner}
              library={library}
              commands={drawn.found}
              search={drawn.settled}
              onSearchAll={() => address.setPlace({ kind: 'all' })}
              terms={drawn.terms}
              actions={actions}
            />
          ) : (
            <QueryState
              query={library}
              errorTitle="Error loading commands"
              loading={<LibrarySkeleton />}
              isEmpty={(commands) => drawn.isWhole && commands.length === 0}
              // The first steps say what to do.
              empty={
                firstVisit.showsFirstSteps && !address.isHidden ? null : (
                  <LibraryEmpty
                    owner={owner}
                    onShowAll={address.isHidden ? () => address.setHidden(false) : null}
                  />
                )
              }
            >
              {() =>
                !drawn.isWhole && (drawn.shown.length === 0 || search.text !== '') ? (
                  <LibrarySkeleton />
                ) : drawn.shown.length === 0 ? (
                  <NothingFound
                    owner={owner}
                    search={drawn.settled}
                    onShowAll={() => {
                      search.setText('');
                      address.setPlace({ kind: 'all' });
                    }}
                  />
                ) : (
                  <CommandList
                    commands={drawn.shown}
                    order={address.order}
                    onOrder={address.setOrder}
                    org={org}
                    actions={actions}
                    terms={drawn.terms}
                    onLikelyOpen={prefetchCommand}
                    showsFolders={address.place.kind === 'all'}
                  />
                )
              }
            </QueryState>
          )}
          {isNamingFolder !== null && (
            <Fetched
              part={newFolderDialog}
              props={{ orgId: org.orgId, isOpen: isNamingFolder, onClose: () => setNamingFolder(false) }}
            />
          )}
          {(isTour || (firstVisit.startsTour && !hasToured)) && <Tour onEnd={onTourEnd} />}
          <VisuallyHidden role="status">
            {drawn.settled !== '' &&
              drawn.isWhole &&
              `${drawn.hasOnlySome ? ONLY_SOME_WORDS : ''} ${drawn.shown.length} found`.trim()}
          </VisuallyHidden>
        </section>
      </div>
    </DragToFolder>
  );
}

interface Title {
  name: string;
  /** Null if the current view isn't a folder. */
  folderId: number | null;
  isEditable: boolean;
}

function titleOf(place: Place, folders: readonly Folder[]): Title {
  const plain = (name: string): Title => ({ name, folderId: null, isEditable: false });
  switch (place.kind) {
    case 'all':
      return plain('Commands');
    case 'none':
      return plain('No folder');
    case 'shared':
      return plain('Shared with you');
    case 'folder': {
      const folder = folders.find(({ folderId }) => folderId === place.folderId);
      if (folder === undefined) return plain('Folder');
      return { name: folder.name, folderId: folder.folderId, isEditable: folder.role === 'admin' };
    }
  }
}
