import type { Bar, Series, Tone } from './chart/chart-data';
import type { WeekOfAdditions } from './data/use-figures';
import { weekNames } from './week-names';

const TONES: readonly Tone[] = ['one', 'two', 'three', 'four', 'five'];
const OTHERS: Series = { key: '', name: 'Everyone else', tone: 'six' };

/** The commands added in each week: those who added most have a color each, and all others one. */
export function chartOfAdditions(
  additions: readonly WeekOfAdditions[],
  mondays: readonly string[],
): { bars: Bar[]; series: Series[] } {
  const totals = new Map<string, { name: string; added: number }>();
  for (const { userId, name, added } of additions) {
    totals.set(userId, { name, added: (totals.get(userId)?.added ?? 0) + added });
  }
  const most = [...totals].sort(([, a], [, b]) => b.added - a.added);
  const shown = most.slice(0, TONES.length);
  const keys = new Set(shown.map(([userId]) => userId));
  const series = shown.map(([key, { name }], index): Series => ({ key, name, tone: TONES[index] ?? 'six' }));
  if (most.length > shown.length) series.push(OTHERS);
  const bars = mondays.map((monday) => {
    const values: Record<string, number> = {};
    for (const { weekStart, userId, added } of additions) {
      if (weekStart !== monday) continue;
      const key = keys.has(userId) ? userId : OTHERS.key;
      values[key] = (values[key] ?? 0) + added;
    }
    return { key: monday, ...weekNames(monday), values };
  });
  return { bars, series };
}
