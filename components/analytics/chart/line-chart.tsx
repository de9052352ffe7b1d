'use client';

import type { KeyboardEvent, Ref } from 'react';
import type { Points, Series } from './chart-data';
import { ChartFrame, type Room } from './chart-frame';
import { ToldPart } from './legend';
import styles from './line-chart.module.css';
import tones from './tones.module.css';
import { partName, useBarKeys } from './use-bar-keys';

const DOT_PX = 4;

interface LineChartProps {
  /** What the chart shows, for screen readers. */
  label: string;
  points: readonly Points[];
  series: readonly Series[];
  /** Lines across the chart from 0 up, at these values, and how each is written. */
  lines: readonly number[];
  lineText: (value: number) => string;
  valueText: (value: number) => string;
  /** Opens what the points of a place are made of. */
  onOpen: (place: Points) => void;
  picture: Ref<SVGSVGElement>;
}

/** Lines over places in time, with a gap where there is nothing. Each place with points is a button. */
export function LineChart({
  label,
  points,
  series,
  lines,
  lineText,
  valueText,
  onOpen,
  picture,
}: LineChartProps) {
  const [first] = series;
  // A place is one stop of the arrow keys, whatever lines cross it.
  const stops = points.map((place) => ({ ...place, values: { '': hasPoints(place) ? 1 : 0 } }));
  const keys = useBarKeys(stops, first === undefined ? [] : [{ ...first, key: '' }]);
  const button = (place: Points, index: number, words: string, { tell }: Room) => ({
    role: 'button',
    'aria-label': `${place.name}: ${words}`,
    tabIndex: keys.active?.bar === index ? 0 : -1,
    onFocus: () => {
      keys.choose({ bar: index, series: '' });
      tell(index);
    },
    onBlur: () => tell(null),
    onClick: () => onOpen(place),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onOpen(place);
    },
  });
  return (
    <ChartFrame
      label={label}
      places={points}
      lines={lines}
      lineText={lineText}
      onKeyDown={keys.onKeyDown}
      picture={picture}
      told={(index) => <Told place={points[index]} series={series} valueText={valueText} />}
      behind={(room) =>
        series.map(({ key, tone, isDashed }) => (
          <path
            key={key}
            className={`${styles.line} ${tones.tone}`}
            data-tone={tone}
            data-dashed={isDashed}
            d={pathOf(points, key, room)}
            aria-hidden
          />
        ))
      }
      marks={(index, room) => {
        const place = points[index];
        if (place === undefined || !hasPoints(place)) return null;
        const words = series.map(({ key, name }) => `${name} ${textOf(place, key, valueText)}`).join(', ');
        return (
          <>
            {series.map(({ key, tone }) => (
              <Dot key={key} value={place.values[key] ?? null} tone={tone} index={index} room={room} />
            ))}
            <rect
              className={styles.target}
              x={room.xOf(index)}
              y={room.yOf(lines.at(-1) ?? 0)}
              width={room.step}
              height={room.yOf(0) - room.yOf(lines.at(-1) ?? 0)}
              data-part={partName({ bar: index, series: '' })}
              {...button(place, index, words, room)}
            />
          </>
        );
      }}
    />
  );
}

const hasPoints = ({ values }: Points): boolean => Object.values(values).some((value) => value !== null);

const textOf = (place: Points, key: string, valueText: (value: number) => string): string => {
  const value = place.values[key] ?? null;
  return value === null ? 'none' : valueText(value);
};

/** The line through the points of a series that begins again after each gap. */
function pathOf(points: readonly Points[], key: string, { xOf, yOf }: Pick<Room, 'xOf' | 'yOf'>): string {
  let isGoing = false;
  const steps = points.flatMap(({ values }, index) => {
    const value = values[key] ?? null;
    const letter = isGoing ? 'L' : 'M';
    isGoing = value !== null;
    return value === null ? [] : [`${letter}${round(xOf(index + 0.5))} ${round(yOf(value))}`];
  });
  return steps.join(' ');
}

const round = (pixels: number): number => Math.round(pixels * 10) / 10;

interface DotProps {
  value: number | null;
  tone: Series['tone'];
  index: number;
  room: Room;
}

function Dot({ value, tone, index, room }: DotProps) {
  if (value === null) return null;
  return (
    <circle
      className={`${styles.dot} ${tones.tone}`}
      data-tone={tone}
      cx={room.xOf(index + 0.5)}
      cy={room.yOf(value)}
      r={DOT_PX}
      aria-hidden
    />
  );
}

interface ToldProps {
  place: Points | undefined;
  series: readonly Series[];
  valueText: (value: number) => string;
}

function Told({ place, series, valueText }: ToldProps) {
  if (place === undefined || !hasPoints(place)) return <span>None</span>;
  return series.map((each) => (
    <ToldPart key={each.key} series={each} value={textOf(place, each.key, valueText)} />
  ));
}
