'use client';

import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { TurnedTo } from '../served-rows';

/** The active cell: its row and column, each from 0, in the displayed order. */
export interface ActiveCell {
  row: number;
  place: number;
}

const PAGE_ROWS = 12;

interface Bounds {
  rows: number;
  columns: number;
  /** The page of rows; another object once another page was turned to. */
  turned: TurnedTo | null;
  /** Called with the row to show of a page that was turned to. */
  onTurn: (row: number) => void;
  /** Called with the newly active cell. */
  onMove: (cell: ActiveCell) => void;
  /** Called for ⌘/Ctrl-C if no text is selected. */
  onCopy: (cell: ActiveCell) => void;
  /** Called for Enter. */
  onOpen: (cell: ActiveCell) => void;
  /** Called for Space. */
  onOpenRow: (cell: ActiveCell) => void;
}

/**
 * Keyboard navigation in a grid: arrows, Page Up and Down, Home and End, and copying or opening the cell. A page that is
 * turned to begins at its top without an active cell, or at the row that was looked for.
 */
export function useActiveCell(bounds: Bounds) {
  const { rows, columns, turned, onTurn, onMove, onCopy, onOpen, onOpenRow } = bounds;
  const [chosen, choose] = useState<ActiveCell | null>(null);
  const latest = useRef(turned);
  useEffect(() => {
    if (turned === null || turned === latest.current) return;
    latest.current = turned;
    choose(turned.row === null ? null : { row: turned.row, place: 0 });
    onTurn(turned.row ?? 0);
  });
  const active =
    chosen === null || rows === 0 || columns === 0
      ? null
      : { row: Math.min(chosen.row, rows - 1), place: Math.min(chosen.place, columns - 1) };

  const onKeyDown = (event: KeyboardEvent) => {
    // Inside a header's menu the keys have other meanings.
    if (event.target !== event.currentTarget || rows === 0 || columns === 0) return;
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'c') {
      if (active !== null && document.getSelection()?.isCollapsed !== false) onCopy(active);
      return;
    }
    if (event.key === 'Enter') {
      if (active !== null) onOpen(active);
      return;
    }
    if (event.key === ' ') {
      event.preventDefault();
      if (active !== null) onOpenRow(active);
      return;
    }
    const next = moved(active ?? { row: 0, place: 0 }, event, active === null);
    if (next === null) return;
    event.preventDefault();
    const cell = {
      row: Math.max(0, Math.min(rows - 1, next.row)),
      place: Math.max(0, Math.min(columns - 1, next.place)),
    };
    choose(cell);
    onMove(cell);
  };
  return { active, choose, onKeyDown };
}

function moved({ row, place }: ActiveCell, event: KeyboardEvent, isFirst: boolean): ActiveCell | null {
  const toEdge = event.metaKey || event.ctrlKey;
  const step = isFirst ? 0 : 1;
  switch (event.key) {
    case 'ArrowDown':
      return { row: toEdge ? Infinity : row + step, place };
    case 'ArrowUp':
      return { row: toEdge ? 0 : row - step, place };
    case 'ArrowRight':
      return { row, place: toEdge ? Infinity : place + step };
    case 'ArrowLeft':
      return { row, place: toEdge ? 0 : place - step };
    case 'PageDown':
      return { row: row + PAGE_ROWS, place };
    case 'PageUp':
      return { row: row - PAGE_ROWS, place };
    case 'Home':
      return { row: toEdge ? 0 : row, place: 0 };
    case 'End':
      return { row: toEdge ? Infinity : row, place: Infinity };
    default:
      return null;
  }
}
