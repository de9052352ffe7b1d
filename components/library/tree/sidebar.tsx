'use client';

import { NativeSelect, SegmentedControl } from '@mantine/core';
import { memo } from 'react';
import type { CommandSummary, Folder } from '../use-library';
import type { LibraryTab } from '../use-library-address';
import { FolderTree } from './folder-tree';
import { type Place, placeText, readPlace } from './places';
import styles from './sidebar.module.css';
import { treeLines } from './tree-lines';

interface SidebarProps {
  tab: LibraryTab;
  onTab: (tab: LibraryTab) => void;
  /** Null until all of them have loaded. */
  commands: readonly CommandSummary[] | null;
  folders: readonly Folder[];
  org: { orgId: string; slug: string };
  place: Place;
  onPlace: (place: Place) => void;
}

const none: ReadonlySet<number> = new Set();

/** The two views of the library, and its folders: a tree, or on a phone a list to choose from. */
export const Sidebar = memo(function Sidebar({
  tab,
  onTab,
  commands,
  folders,
  org,
  place,
  onPlace,
}: SidebarProps) {
  const choices = treeLines(commands, folders, none, org.orgId).flatMap((line) =>
    line.kind === 'place'
      ? [
          {
            value: placeText(line.place) ?? 'all',
            label: line.name,
          },
        ]
      : [],
  );
  return (
    <aside className={styles.sidebar} aria-label="Library">
      <SegmentedControl
        fullWidth
        size="sm"
        classNames={{ label: styles.view }}
        aria-label="View of the library"
        value={tab}
        onChange={(value) => onTab(value === 'recents' ? 'recents' : 'my-legos')}
        data={[
          { value: 'my-legos', label: 'Commands' },
          { value: 'recents', label: 'Recents' },
        ]}
      />
      <div className={styles.tree}>
        <FolderTree
          commands={commands}
          folders={folders}
          org={org}
          place={tab === 'recents' ? null : place}
          onPlace={onPlace}
        />
      </div>
      {tab === 'my-legos' && (
        <NativeSelect
          className={styles.select}
          aria-label="Folder"
          data={choices}
          value={placeText(place) ?? 'all'}
          onChange={(event) => onPlace(readPlace(event.currentTarget.value))}
        />
      )}
    </aside>
  );
});
