import type { RowData } from '@tanstack/react-table';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import type { GridModel } from '../table-model';
import styles from './header-cell.module.css';

const KEY_STEP_PX = 16;
const NARROWEST_PX = 48;

interface ResizeHandleProps<Row extends RowData> {
  model: GridModel<Row>;
  columnId: string;
  name: string;
  widthPx: number;
}

/** The edge of a column: drag it, or use the arrow keys on it, to change the column's width. */
export function ResizeHandle<Row extends RowData>({
  model,
  columnId,
  name,
  widthPx,
}: ResizeHandleProps<Row>) {
  const start = useRef({ x: 0, widthPx });
  const resize = (toPx: number) =>
    model.setColumnSizing((sizes) => ({ ...sizes, [columnId]: Math.max(NARROWEST_PX, Math.round(toPx)) }));
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    resize(start.current.widthPx + event.clientX - start.current.x);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (steps === 0) return;
    event.preventDefault();
    event.stopPropagation();
    resize(widthPx + steps * KEY_STEP_PX);
  };
  return (
    <hr
      aria-orientation="vertical"
      aria-label={`Width of ${name}`}
      aria-valuenow={Math.round(widthPx)}
      aria-valuemin={NARROWEST_PX}
      tabIndex={-1}
      className={styles.handle}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, widthPx };
      }}
      onPointerMove={onPointerMove}
      onDoubleClick={() => model.setColumnSizing(({ [columnId]: _, ...sizes }) => sizes)}
      onKeyDown={onKeyDown}
    />
  );
}
