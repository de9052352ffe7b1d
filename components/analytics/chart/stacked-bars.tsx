'use client';

import { type KeyboardEvent, type Ref, useId } from 'react';
import { formatCount } from '@/lib/results/table/row-counts';
import { type Bar, type Series, totalOf } from './chart-data';
import { ChartFrame } from './chart-frame';
import { ToldPart } from './legend';
import { linesTo } from './scale';
import styles from './stacked-bars.module.css';
import tones from './tones.module.css';
import { partName, useBarKeys } from './use-bar-keys';

const WIDEST_BAR_PX = 44;
/** A single failure among a thousand runs can still be seen and pressed. */
const LEAST_PART_PX = 4;
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const PATTERNED = ['bad', 'quiet'];

interface StackedBarsProps {
  /** What the chart shows, for screen readers. */
  label: string;
  bars: readonly Bar[];
  series: readonly Series[];
  /** A value in words, and at a line of the chart; a count by default. */
  valueText?: (value: number) => string;
  lineText?: (value: number) => string;
  /** Opens what a part of a bar counts; without it, the chart is only read. */
  onOpen?: (bar: Bar, series: Series) => void;
  picture: Ref<SVGSVGElement>;
}

/** Bars whose parts stand on each other. Each part is a button that opens what it counts. */
export function StackedBars({
  label,
  bars,
  series,
  valueText = formatCount,
  lineText = (line) => compact.format(line),
  onOpen,
  picture,
}: StackedBarsProps) {
  const id = useId();
  const keys = useBarKeys(bars, series);
  const part = (bar: Bar, index: number, of: Series, value: number, tell: (index: number | null) => void) =>
    onOpen === undefined
      ? { 'aria-hidden': true }
      : {
          role: 'button',
          'aria-label': `${bar.name}: ${valueText(value)} ${of.name.toLowerCase()}`,
          tabIndex: keys.active?.bar === index && keys.active.series === of.key ? 0 : -1,
          onFocus: () => {
            keys.choose({ bar: index, series: of.key });
            tell(index);
          },
          onBlur: () => tell(null),
          onClick: () => onOpen(bar, of),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== 'Enter' && event.key !== ' ') return;
            event.preventDefault();
            onOpen(bar, of);
          },
        };
  return (
    <ChartFrame
      label={label}
      places={bars}
      lines={linesTo(Math.max(0, ...bars.map(totalOf)))}
      lineText={lineText}
      onKeyDown={keys.onKeyDown}
      picture={picture}
      patterns={<Patterns id={id} />}
      told={(index) => <Told bar={bars[index]} series={series} valueText={valueText} />}
      marks={(index, { xOf, yOf, step, tell }) => {
        const bar = bars[index];
        if (bar === undefined) return null;
        const width = Math.min(WIDEST_BAR_PX, step * 0.72);
        return partsOf(bar, series, yOf(0) - yOf(1)).map(({ of, below, height, value }) => (
          <rect
            key={of.key}
            className={`${styles.part} ${tones.tone}`}
            data-tone={of.tone}
            data-solid={!PATTERNED.includes(of.tone) || undefined}
            fill={PATTERNED.includes(of.tone) ? `url(#${id}-${of.tone})` : undefined}
            x={xOf(index) + (step - width) / 2}
            y={yOf(0) - below - height}
            width={width}
            height={Math.max(1, height - 1)}
            data-part={partName({ bar: index, series: of.key })}
            {...part(bar, index, of, value, tell)}
          />
        ));
      }}
    />
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

interface ToldProps {
  bar: Bar | undefined;
  series: readonly Series[];
  valueText: (value: number) => string;
}

function Told({ bar, series, valueText }: ToldProps) {
  if (bar === undefined || totalOf(bar) === 0) return <span>None</span>;
  return series
    .filter(({ key }) => (bar.values[key] ?? 0) > 0)
    .map((each) => <ToldPart key={each.key} series={each} value={valueText(bar.values[each.key] ?? 0)} />);
}

/** What failed is hatched, and what was called off is dotted, for people who don't see colors. */
const Patterns = ({ id }: { id: string }) => (
  <defs>
    <pattern
      id={`${id}-bad`}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" className={`${styles.ground} ${tones.tone}`} data-tone="bad" />
      <rect width="1.5" height="6" className={styles.hatch} />
    </pattern>
    <pattern id={`${id}-quiet`} width="5" height="5" patternUnits="userSpaceOnUse">
      <rect width="5" height="5" className={`${styles.ground} ${tones.tone}`} data-tone="quiet" />
      <circle cx="2.5" cy="2.5" r="1" className={styles.hatch} />
    </pattern>
  </defs>
);
