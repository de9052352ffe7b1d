'use client';

import { Legend } from '../chart/legend';
import { StackedBars } from '../chart/stacked-bars';
import { barsOfTop, type Counted } from '../chart/top-series';
import { useWeeklyAdditions, type WeekOfAdditions } from '../data/use-figures';
import type { Shown } from '../use-analytics-address';
import { weekNames } from '../week-names';
import { weeksShown } from './counted-panel';
import { FigureCard } from './figure-card';
import type { FigureTable } from './figure-table';

const tableOf = (additions: readonly WeekOfAdditions[]): FigureTable => ({
  columns: [{ label: 'Week' }, { label: 'Name' }, { label: 'Commands added', isNumber: true }],
  rows: additions.toReversed().map(({ weekStart, userId, name, added }) => ({
    key: `${weekStart} ${userId}`,
    cells: [{ value: weekNames(weekStart).name }, { value: name }, { value: added }],
  })),
});

const countedOf = (additions: readonly WeekOfAdditions[]): Counted[] =>
  additions.map(({ weekStart, userId, name, added }) => ({
    place: weekStart,
    key: userId,
    name,
    value: added,
  }));

/** How many commands each person added in each week. */
export function AdditionsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const query = useWeeklyAdditions(orgId, shown);
  const weeks = weeksShown(shown).map(({ monday }) => ({ key: monday, ...weekNames(monday) }));
  return (
    <FigureCard
      title="Weekly commands added"
      definition="Commands by the person who added them and the week in which they did, from Monday on. Commands that were deleted since count, too."
      query={query}
      isEmpty={(additions) => additions.length === 0}
      empty={{
        title: 'No commands were added in this period',
        text: 'Who adds commands is shown here by week.',
      }}
      tableOf={tableOf}
      drawChart={(additions, picture) => {
        const { bars, series } = barsOfTop(countedOf(additions), weeks, 'Everyone else');
        return (
          <>
            <Legend series={series} />
            <StackedBars
              label="Weekly commands added, by person. The table has all numbers."
              bars={bars}
              series={series}
              picture={picture}
            />
          </>
        );
      }}
    />
  );
}
