'use client';

import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import type { Place } from './chart-data';
import styles from './chart-frame.module.css';
import { labelsThatFit } from './scale';

const HEIGHT_PX = 240;
/** At the left is room for a line at "1,000 ms". */
const AROUND = { top: 12, right: 8, bottom: 28, left: 66 };
/** Until the page is laid out. */
const USUAL_WIDTH_PX = 720;
const LABEL_PX = 62;

/** Where things are drawn, in pixels. */
export interface Room {
  /** The left edge of a place. */
  xOf: (index: number) => number;
  /** The width of each place. */
  step: number;
  yOf: (value: number) => number;
  /** Shows what a place has, or nothing for null. */
  tell: (index: number | null) => void;
}

interface ChartFrameProps {
  /** What the chart shows, for screen readers. */
  label: string;
  places: readonly Place[];
  /** Lines across the chart from 0 up, at these values. */
  lines: readonly number[];
  lineText: (value: number) => string;
  /** Says what a place has, while the pointer or the focus is on it. */
  told: (index: number) => ReactNode;
  onKeyDown?: (event: KeyboardEvent<SVGElement>) => void;
  picture: Ref<SVGSVGElement>;
  /** Patterns that the marks are filled with. */
  patterns?: ReactNode;
  /** Draws what lies on the whole chart. */
  behind?: (room: Room) => ReactNode;
  /** Draws what stands in a place. */
  marks: (index: number, room: Room) => ReactNode;
}

/** The axes of a chart, and what the place under the pointer has. */
export function ChartFrame({ label, places, lines, lineText, told, picture, ...parts }: ChartFrameProps) {
  const { ref, width: measured } = useElementSize();
  const [under, setUnder] = useState<number | null>(null);
  const width = measured === 0 ? USUAL_WIDTH_PX : measured;
  const room = { width: width - AROUND.left - AROUND.right, height: HEIGHT_PX - AROUND.top - AROUND.bottom };
  const top = lines.at(-1) || 1;
  const step = room.width / Math.max(1, places.length);
  const drawing: Room = {
    xOf: (index) => AROUND.left + index * step,
    step,
    yOf: (value) => AROUND.top + room.height * (1 - value / top),
    tell: setUnder,
  };
  const isLabeled = labelsThatFit(places.length, room.width, LABEL_PX);
  const toldOf = under === null ? undefined : places[under];
  const toldAt = drawing.xOf((under ?? 0) + 0.5);
  return (
    <div ref={ref} className={styles.chart}>
      <svg
        ref={picture}
        className={styles.drawing}
        width={width}
        height={HEIGHT_PX}
        viewBox={`0 0 ${width} ${HEIGHT_PX}`}
        aria-roledescription="chart"
        aria-label={label}
        onKeyDown={parts.onKeyDown}
        onPointerLeave={() => setUnder(null)}
      >
        {parts.patterns}
        {lines.map((line) => (
          <g key={line} aria-hidden>
            <line
              className={styles.line}
              x1={AROUND.left}
              x2={width - AROUND.right}
              y1={drawing.yOf(line)}
              y2={drawing.yOf(line)}
            />
            <text className={styles.tick} x={AROUND.left - 8} y={drawing.yOf(line) + 4} textAnchor="end">
              {lineText(line)}
            </text>
          </g>
        ))}
        {under !== null && (
          <rect
            className={styles.under}
            x={drawing.xOf(under)}
            y={AROUND.top}
            width={step}
            height={room.height}
          />
        )}
        {parts.behind?.(drawing)}
        {places.map((place, index) => (
          <g key={place.key} onPointerEnter={() => setUnder(index)}>
            <rect
              className={styles.column}
              x={drawing.xOf(index)}
              y={AROUND.top}
              width={step}
              height={room.height}
            />
            {parts.marks(index, drawing)}
            {isLabeled(index) && (
              <text
                className={styles.tick}
                x={Math.min(drawing.xOf(index) + step / 2, width - LABEL_PX / 3)}
                y={HEIGHT_PX - 8}
                textAnchor="middle"
                aria-hidden
              >
                {place.label}
              </text>
            )}
          </g>
        ))}
      </svg>
      {toldOf !== undefined && under !== null && (
        <div
          className={styles.told}
          data-left={toldAt > width / 2 || undefined}
          style={{ left: toldAt }}
          aria-hidden
        >
          <b>{toldOf.name}</b>
          {told(under)}
        </div>
      )}
    </div>
  );
}
