'use client';

import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type DragStartEvent,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { type ReactNode, useState } from 'react';
import type { CommandSummary } from '../use-library';
import styles from './drag-to-folder.module.css';

interface DragToFolderProps {
  /** @param folderId null to move it out of its folder. */
  onMove: (command: CommandSummary, folderId: number | null, folderName: string | null) => void;
  children: ReactNode;
}

/** A drag starts after this distance, so that a press on the handle isn't one. */
const LEAST_WAY_PX = 5;

/** With the keyboard, an arrow key moves from one visible folder to the next. */
const toNextFolder: KeyboardCoordinateGetter = (event, { context }) => {
  const step = event.code === 'ArrowDown' ? 1 : event.code === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  event.preventDefault();
  const places = context.droppableContainers
    .getEnabled()
    .flatMap(({ id }) => {
      const rect = context.droppableRects.get(id);
      return rect === undefined ? [] : [{ id, rect }];
    })
    .sort((a, b) => a.rect.top - b.rect.top);
  const at = places.findIndex(({ id }) => id === context.over?.id);
  const next = places[Math.min(places.length - 1, Math.max(0, at < 0 ? 0 : at + step))];
  return next === undefined ? undefined : { x: next.rect.left + 8, y: next.rect.top };
};

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
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: LEAST_WAY_PX } }),
    useSensor(KeyboardSensor, { coordinateGetter: toNextFolder }),
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
      collisionDetection={(context) => {
        const under = pointerWithin(context);
        return under.length > 0 || context.pointerCoordinates !== null ? under : rectIntersection(context);
      }}
      autoScroll={{ layoutShiftCompensation: false }}
      accessibility={{ announcements }}
      onDragStart={({ active }: DragStartEvent) => setDragged(commandOf(active.data.current) ?? null)}
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
