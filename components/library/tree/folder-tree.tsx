'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useRouter } from 'next/navigation';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { paths } from '@/lib/base/paths';
import type { CommandSummary, Folder } from '../use-library';
import styles from './folder-tree.module.css';
import { type Place, placeText } from './places';
import { type TreeLine, treeLines } from './tree-lines';
import { TreeRow } from './tree-row';

interface FolderTreeProps {
  /** Null until all of them have loaded. */
  commands: readonly CommandSummary[] | null;
  folders: readonly Folder[];
  org: { orgId: string; slug: string };
  /** Null while the list shows no place. */
  place: Place | null;
  onPlace: (place: Place) => void;
}

const ROW_HEIGHT = 30;

/**
 * The folders with their numbers of commands; an open one shows its commands. Up and Down move, Right opens a folder,
 * Left closes it, Enter selects. Only visible rows are rendered.
 */
export function FolderTree({ commands, folders, org, place, onPlace }: FolderTreeProps) {
  const router = useRouter();
  const scroller = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState(0);
  const idPrefix = useId();
  const lines = useMemo(
    () => treeLines(commands, folders, open, org.orgId),
    [commands, folders, open, org.orgId],
  );
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 10,
    initialRect: { width: 220, height: 800 },
  });

  function choose(line: TreeLine): void {
    if (line.kind === 'place') onPlace(line.place);
    else router.push(paths.builder(org.slug, line.command.commandId));
  }
  function toggle(line: TreeLine, isOpen?: boolean): void {
    if (line.kind !== 'place' || line.place.kind !== 'folder' || line.isOpen === null) return;
    const { folderId } = line.place;
    const opens = isOpen ?? !line.isOpen;
    setOpen((before) => {
      const after = new Set(before);
      if (opens) after.add(folderId);
      else after.delete(folderId);
      return after;
    });
  }
  function goTo(index: number): void {
    const within = Math.max(0, Math.min(lines.length - 1, index));
    setActive(within);
    rows.scrollToIndex(within);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const line = lines[active];
    if (line === undefined || event.target !== event.currentTarget) return;
    switch (event.key) {
      case 'ArrowDown':
        goTo(active + 1);
        break;
      case 'ArrowUp':
        goTo(active - 1);
        break;
      case 'Home':
        goTo(0);
        break;
      case 'End':
        goTo(lines.length - 1);
        break;
      case 'ArrowRight':
        toggle(line, true);
        break;
      case 'ArrowLeft':
        toggle(line, false);
        break;
      case 'Enter':
      case ' ':
        choose(line);
        break;
      default:
        return;
    }
    event.preventDefault();
  }
  const chosen = place && (placeText(place) ?? 'all');
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label="Folders"
      tabIndex={0}
      aria-activedescendant={`${idPrefix}-${lines[active]?.key}`}
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.lines} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          return line === undefined ? null : (
            <TreeRow
              key={key}
              id={`${idPrefix}-${line.key}`}
              line={line}
              isChosen={line.key === chosen}
              isActive={index === active}
              // Not with a transform: drop targets are measured without those.
              style={{ top: start }}
              onChoose={() => {
                setActive(index);
                choose(line);
              }}
              onToggle={() => toggle(line)}
            />
          );
        })}
      </div>
    </div>
  );
}
