'use client';

import { useDroppable } from '@dnd-kit/core';
import { IconChevronRight, IconFolder, IconInbox, IconLayoutGrid, IconUsersGroup } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { SourceIcon } from '@/components/command/source-icon';
import styles from './folder-tree.module.css';
import type { Place } from './places';
import type { TreeLine } from './tree-lines';

interface TreeRowProps {
  id: string;
  line: TreeLine;
  isChosen: boolean;
  isActive: boolean;
  style: CSSProperties;
  onChoose: () => void;
  onToggle: () => void;
}

const icons = { all: IconLayoutGrid, folder: IconFolder, none: IconInbox, shared: IconUsersGroup };

/** Where a command dropped here goes; null if it can't be dropped. */
function targetOf(line: TreeLine): { folderId: number | null; name: string } | null {
  if (line.kind !== 'place') return null;
  if (line.place.kind === 'folder') return { folderId: line.place.folderId, name: line.name };
  return line.place.kind === 'none' ? { folderId: null, name: line.name } : null;
}

/** One line of the tree: a view to select, open, and drop on, or a command inside it. */
export function TreeRow({ id, line, isChosen, isActive, style, onChoose, onToggle }: TreeRowProps) {
  const target = targetOf(line);
  const { setNodeRef, isOver } = useDroppable({ id: line.key, data: { target }, disabled: target === null });
  const isOpen = line.kind === 'place' ? line.isOpen : null;
  return (
    <div
      ref={setNodeRef}
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={line.kind === 'place' ? 1 : 2}
      aria-selected={isChosen}
      aria-expanded={isOpen ?? undefined}
      className={styles.line}
      data-chosen={isChosen}
      data-active={isActive}
      data-over={isOver}
      style={style}
      onClick={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onChoose();
      }}
    >
      {line.kind === 'place' ? (
        <>
          <Chevron isOpen={isOpen} onToggle={onToggle} />
          <PlaceIcon place={line.place} />
          <span className={styles.name}>{line.name}</span>
          <span className={styles.count}>{line.count}</span>
        </>
      ) : (
        <span className={styles.command}>
          <SourceIcon kind={line.command.sourceKind} size={14} />
          <span className={styles.name}>{line.command.name}</span>
        </span>
      )}
    </div>
  );
}

/** For the pointer; with the keyboard, Left and Right do the same. */
function Chevron({ isOpen, onToggle }: { isOpen: boolean | null; onToggle: () => void }) {
  return (
    <span
      className={styles.chevron}
      data-open={isOpen}
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onToggle();
      }}
    >
      {isOpen !== null && <IconChevronRight size={14} stroke={1.75} />}
    </span>
  );
}

function PlaceIcon({ place }: { place: Place }) {
  const Icon = icons[place.kind];
  return <Icon size={16} stroke={1.75} aria-hidden />;
}
