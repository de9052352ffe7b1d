import { type KeyboardEvent, useState } from 'react';
import type { Bar, Series } from './chart-data';

export interface PartPlace {
  bar: number;
  series: string;
}

/**
 * The arrow keys go from part to part of a chart, so that it is one stop of the tab key: left and right to the next bar
 * that has a part, up and down within a bar, Home and End to the first and last one.
 */
export function useBarKeys(bars: readonly Bar[], series: readonly Series[]) {
  const partsOf = (bar: Bar | undefined): string[] =>
    bar === undefined ? [] : series.map(({ key }) => key).filter((key) => (bar.values[key] ?? 0) > 0);
  const filled = bars.flatMap((bar, index) => (partsOf(bar).length > 0 ? [index] : []));
  const [chosen, setChosen] = useState<PartPlace | null>(null);
  const last = filled.at(-1);
  const isThere = chosen !== null && partsOf(bars[chosen.bar]).includes(chosen.series);
  const active = isThere || last === undefined ? chosen : { bar: last, series: partsOf(bars[last])[0] ?? '' };

  function next({ bar, series: part }: PartPlace, key: string): PartPlace | null {
    const parts = partsOf(bars[bar]);
    const inBar = (index: number | undefined): PartPlace | null => {
      if (index === undefined) return null;
      const there = partsOf(bars[index]);
      return { bar: index, series: there.includes(part) ? part : (there[0] ?? '') };
    };
    switch (key) {
      case 'ArrowRight':
        return inBar(filled.find((index) => index > bar));
      case 'ArrowLeft':
        return inBar(filled.findLast((index) => index < bar));
      case 'Home':
        return inBar(filled[0]);
      case 'End':
        return inBar(last);
      case 'ArrowUp':
      case 'ArrowDown': {
        const moved = parts[parts.indexOf(part) + (key === 'ArrowUp' ? 1 : -1)];
        return moved === undefined ? null : { bar, series: moved };
      }
      default:
        return null;
    }
  }

  const onKeyDown = (event: KeyboardEvent<SVGElement>) => {
    if (active === null) return;
    const moved = next(active, event.key);
    if (moved === null) return;
    event.preventDefault();
    setChosen(moved);
    const parts = event.currentTarget.querySelectorAll<SVGElement>('[data-part]');
    [...parts].find(({ dataset }) => dataset.part === partName(moved))?.focus();
  };
  return { active, choose: setChosen, onKeyDown };
}

export const partName = ({ bar, series }: PartPlace): string => `${bar} ${series}`;
