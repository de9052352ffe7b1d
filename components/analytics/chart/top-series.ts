import type { Bar, Place, Series, Tone } from './chart-data';

const TONES: readonly Tone[] = ['one', 'two', 'three', 'four', 'five'];

/** What belongs to a series in a place of a chart. */
export interface Counted {
  place: string;
  key: string;
  name: string;
  value: number;
}

/** Bars of the series with the most, which have a color each, and of all others together. */
export function barsOfTop(
  counted: readonly Counted[],
  places: readonly Place[],
  nameOfOthers: string,
): { bars: Bar[]; series: Series[] } {
  const totals = new Map<string, { name: string; value: number }>();
  for (const { key, name, value } of counted) {
    totals.set(key, { name, value: (totals.get(key)?.value ?? 0) + value });
  }
  const most = [...totals].sort(([, a], [, b]) => b.value - a.value);
  const shown = most.slice(0, TONES.length);
  const keys = new Set(shown.map(([key]) => key));
  const series = shown.map(([key, { name }], index): Series => ({ key, name, tone: TONES[index] ?? 'six' }));
  if (most.length > shown.length) series.push({ key: OTHERS, name: nameOfOthers, tone: 'six' });
  const bars = places.map((place) => {
    const values: Record<string, number> = {};
    for (const { key: own, place: at, value } of counted) {
      if (at !== place.key) continue;
      const key = keys.has(own) ? own : OTHERS;
      values[key] = (values[key] ?? 0) + value;
    }
    return { ...place, values };
  });
  return { bars, series };
}

const OTHERS = '…';
