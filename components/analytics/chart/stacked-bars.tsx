'use client';

import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { formatCount } from '@/lib/results/table/row-counts';
import { type Bar, type Series, totalOf } from './chart-data';
import { labelsThatFit, linesTo } from './scale';
import styles from './stacked-bars.module.css';
import { partName, useBarKeys } from './use-bar-keys';

const HEIGHT_PX = 240;
const AROUND = { top: 12, right: 8, bottom: 28, left: 48 };
/** Until the page is laid out. */
const USUAL_WIDTH_PX = 720;
const LABEL_PX = 62;
const WIDEST_BAR_PX = 44;
/** A single failure among a thousand runs can still be seen and pressed. */
const LEAST_PART_PX = 4;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

interface StackedBarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  bars: readonly Bar[];
  series: readonly Series[];
  /** Opens what a part of a bar counts; without it, the chart is only read. */
  onOpen?: (bar: Bar, series: Series) => void;
  picture: Ref<SVGSVGElement>;
}

/** Bars whose parts stand on each other. Each part is a button that opens what it counts. */
export function StackedBars({ label, bars, series, onOpen, picture }: StackedBarsProps) {
  const { ref, width: measured } = useElementSize();
  const id = useId();
  const keys = useBarKeys(bars, series);
  const [under, setUnder] = useState<number | null>(null);
  const width = measured === 0 ? USUAL_WIDTH_PX : measured;
  const room = { width: width - AROUND.left - AROUND.right, height: HEIGHT_PX - AROUND.top - AROUND.bottom };
  const lines = linesTo(Math.max(0, ...bars.map(totalOf)));
  const top = lines.at(-1) ?? 1;
  const yOf = (value: number) => AROUND.top + room.height * (1 - value / top);
  const step = room.width / Math.max(1, bars.length);
  const barWidth = Math.min(WIDEST_BAR_PX, step * 0.72);
  const isLabeled = labelsThatFit(bars.length, room.width, LABEL_PX);
  const told = under === null ? undefined : bars[under];
  const toldAt = AROUND.left + ((under ?? 0) + 0.5) * step;
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
        onKeyDown={keys.onKeyDown}
        onPointerLeave={() => setUnder(null)}
      >
        <defs>
          <pattern
            id={`${id}-bad`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className={styles.tone} data-tone="bad" />
            <rect width="1.5" height="6" className={styles.hatch} />
          </pattern>
          <pattern id={`${id}-quiet`} width="5" height="5" patternUnits="userSpaceOnUse">
            <rect width="5" height="5" className={styles.tone} data-tone="quiet" />
            <circle cx="2.5" cy="2.5" r="1" className={styles.hatch} />
          </pattern>
        </defs>
        {lines.map((line) => (
          <g key={line} aria-hidden>
            <line
              className={styles.line}
              x1={AROUND.left}
              x2={width - AROUND.right}
              y1={yOf(line)}
              y2={yOf(line)}
            />
            <text className={styles.tick} x={AROUND.left - 8} y={yOf(line) + 4} textAnchor="end">
              {compact.format(line)}
            </text>
          </g>
        ))}
        {bars.map((bar, index) => {
          const x = AROUND.left + index * step;
          return (
            <g key={bar.key} onPointerEnter={() => setUnder(index)}>
              <rect
                className={styles.column}
                data-under={under === index || undefined}
                x={x}
                y={AROUND.top}
                width={step}
                height={room.height}
              />
              {partsOf(bar, series, room.height / top).map(({ of, below, height, value }) => (
                <rect
                  key={of.key}
                  className={styles.part}
                  data-tone={of.tone}
                  fill={of.tone === 'bad' || of.tone === 'quiet' ? `url(#${id}-${of.tone})` : undefined}
                  x={x + (step - barWidth) / 2}
                  y={yOf(0) - below - height}
                  width={barWidth}
                  height={Math.max(1, height - 1)}
                  data-part={partName({ bar: index, series: of.key })}
                  {...(onOpen === undefined
                    ? { 'aria-hidden': true }
                    : {
                        role: 'button',
                        'aria-label': `${bar.name}: ${formatCount(value)} ${of.name.toLowerCase()}`,
                        tabIndex: keys.active?.bar === index && keys.active.series === of.key ? 0 : -1,
                        onFocus: () => {
                          keys.choose({ bar: index, series: of.key });
                          setUnder(index);
                        },
                        onBlur: () => setUnder(null),
                        onClick: () => onOpen(bar, of),
                        onKeyDown: (event: KeyboardEvent) => {
                          if (event.key !== 'Enter' && event.key !== ' ') return;
                          event.preventDefault();
                          onOpen(bar, of);
                        },
                      })}
                />
              ))}
              {isLabeled(index) && (
                <text
                  className={styles.tick}
                  x={Math.min(x + step / 2, width - LABEL_PX / 3)}
                  y={HEIGHT_PX - 8}
                  textAnchor="middle"
                  aria-hidden
                >
                  {bar.label}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      {told !== undefined && (
        <div
          className={styles.told}
          data-left={toldAt > width / 2 || undefined}
          style={{ left: toldAt }}
          aria-hidden
        >
          <b>{told.name}</b>
          {series
            .filter(({ key }) => (told.values[key] ?? 0) > 0)
            .map((each) => (
              <span key={each.key} className={styles.toldPart}>
                <i className={styles.swatch} data-tone={each.tone} />
                {each.name}
                <em>{formatCount(told.values[each.key] ?? 0)}</em>
              </span>
            ))}
          {totalOf(told) === 0 && <span>None</span>}
        </div>
      )}
    </div>
  );
}

/** The parts of a bar that have a height, from the bottom. */
function partsOf(bar: Bar, series: readonly Series[], pxPerUnit: number) {
  let below = 0;
  return series.flatMap((of) => {
    const value = bar.values[of.key] ?? 0;
    if (value === 0) return [];
    const height = Math.max(LEAST_PART_PX, value * pxPerUnit);
    const part = { of, below, height, value };
    below += height;
    return [part];
  });
}

/** What the colors and patterns of a chart mean. */
export function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className={styles.legend} aria-hidden>
      {series.map(({ key, name, tone }) => (
        <li key={key}>
          <i className={styles.swatch} data-tone={tone} />
          {name}
        </li>
      ))}
    </ul>
  );
}
