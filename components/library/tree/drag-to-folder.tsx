'use client';

import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import type { CommandSummary } from '../use-library';
import styles from './drag-to-folder.module.css';
import { folderByKeys } from './folder-by-keys';

interface DragToFolderProps {
  /** @param folderId null to move it out of its folder. */
  onMove: (command: CommandSummary, folderId: number | null, folderName: string | null) => void;
  children: ReactNode;
}

/** A drag starts after this distance, so that a press on the handle isn't one. */
const LEAST_WAY_PX = 5;

interface Target {
  folderId: number | null;
  name: string;
}

const commandOf = (data: Record<string, unknown> | undefined) => data?.command as CommandSummary | undefined;
const targetOf = (data: Record<string, unknown> | undefined) => data?.target as Target | undefined;

const announcements: Announcements = {
  onDragStart: ({ active }) =>
    `Moving ${commandOf(active.data.current)?.name}. Choose a folder with the arrow keys, then press Space.`,
  onDragOver: ({ over }) => (over === null ? 'Over no folder' : `Over ${targetOf(over.data.current)?.name}`),
  onDragEnd: ({ over }) => (over === null ? 'Not moved' : `Dropped on ${targetOf(over.data.current)?.name}`),
  onDragCancel: () => 'Not moved',
};

/** Commands inside can be dragged to the folders inside, by pointer and by keyboard. */
export function DragToFolder({ onMove, children }: DragToFolderProps) {
  const [dragged, setDragged] = useState<CommandSummary | null>(null);
  const [byKeys] = useState(folderByKeys);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: LEAST_WAY_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: byKeys.toNext }),
  );
  function drop({ active, over }: DragEndEvent): void {
    setDragged(null);
    const command = commandOf(active.data.current);
    const target = targetOf(over?.data.current);
    if (command === undefined || target === undefined) return;
    onMove(command, target.folderId, target.folderId === null ? null : target.name);
  }
  return (
    <DndContext
      id="library"
      sensors={sensors}
      collisionDetection={(context) =>
        context.pointerCoordinates === null ? byKeys.collisions() : pointerWithin(context)
      }
      autoScroll={{ layoutShiftCompensation: false }}
      accessibility={{ announcements }}
      onDragStart={({ active }: DragStartEvent) => {
        byKeys.reset();
        setDragged(commandOf(active.data.current) ?? null);
      }}
      onDragEnd={drop}
      onDragCancel={() => setDragged(null)}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && <span className={styles.chip}>{dragged.name}</span>}
      </DragOverlay>
    </DndContext>
  );
}
