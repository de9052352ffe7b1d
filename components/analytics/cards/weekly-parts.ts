import type { SidePanels } from '@/components/ui/panels/use-side-panels';
import type { CountedRuns } from '@/lib/figures/counted-runs';
import type { Week } from '@/lib/figures/weeks';
import type { Bar, Series } from '../chart/chart-data';
import type { Shown } from '../use-analytics-address';
import { weekNames } from '../week-names';
import { openRuns } from './counted-panel';
import type { FigureTable } from './figure-table';

/** How many runs of a week belong to a part, and how many of them History doesn't list for the reader. */
export interface WeekPart {
  weekStart: string;
  part: string;
  runs: number;
  unlisted: number;
}

/** The runs of each week by part, for a chart and a table, both of which open the runs. */
export interface WeeklyParts {
  series: readonly Series[];
  bars: readonly Bar[];
  table: FigureTable;
  open: (weekStart: string, part: string) => void;
}

/**
 * @param all every part there can be, in the order of the chart; those without runs are left out
 * @param countedOf what the runs of a part have in common
 */
export function weeklyParts(
  counts: readonly WeekPart[],
  weeks: readonly Week[],
  all: readonly Series[],
  countedOf: (part: string) => CountedRuns,
  { shown, panels }: { shown: Shown; panels: SidePanels },
): WeeklyParts {
  const series = all.filter(({ key }) => counts.some(({ part, runs }) => part === key && runs > 0));
  const find = (monday: string, key: string) =>
    counts.find(({ weekStart, part }) => weekStart === monday && part === key);
  const open = (monday: string, part: string) => {
    const week = weeks.find((each) => each.monday === monday);
    const unlisted = find(monday, part)?.unlisted ?? 0;
    if (week !== undefined) openRuns(panels, shown, { ...countedOf(part), unlisted }, week);
  };
  return {
    series,
    open,
    bars: weeks.map(({ monday }) => ({
      key: monday,
      ...weekNames(monday),
      values: Object.fromEntries(series.map(({ key }) => [key, find(monday, key)?.runs ?? 0])),
    })),
    table: {
      columns: [{ label: 'Week' }, ...series.map(({ name }) => ({ label: name, isNumber: true }))],
      rows: weeks.toReversed().map(({ monday }) => ({
        key: monday,
        cells: [
          { value: weekNames(monday).name },
          ...series.map(({ key }) => ({
            value: find(monday, key)?.runs ?? 0,
            open: () => open(monday, key),
          })),
        ],
      })),
    },
  };
}
