'use client';

import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type CountedOutcome, countedOutcomes, countedRunsText } from '@/lib/figures/counted-runs';
import type { Bar, Series } from '../chart/chart-data';
import { Legend } from '../chart/legend';
import { StackedBars } from '../chart/stacked-bars';
import { useWeeklyRuns, type WeekOfRuns } from '../data/use-figures';
import type { Shown } from '../use-analytics-address';
import { weekNames } from '../week-names';
import { FigureCard } from './figure-card';
import type { FigureTable } from './figure-table';

const SERIES: readonly (Series & { key: CountedOutcome })[] = [
  { key: 'success', name: 'Succeeded', tone: 'good' },
  { key: 'failed', name: 'Failed', tone: 'bad' },
  { key: 'canceled', name: 'Canceled', tone: 'quiet' },
];

const barOf = ({ weekStart, success, failed, canceled }: WeekOfRuns): Bar => ({
  key: weekStart,
  ...weekNames(weekStart),
  values: { success, failed, canceled },
});

/** The runs of a part of a bar. */
const runsOf = (week: WeekOfRuns, outcome: CountedOutcome, { zone, dropdowns, startup }: Shown) => ({
  kind: 'counted-runs' as const,
  figure: countedRunsText({
    outcome,
    fromMs: Date.parse(week.startsAt),
    toMs: Date.parse(week.endsAt),
    zone,
    dropdowns,
    startup,
    ...(week.unlisted[outcome] === 0 ? {} : { unlisted: week.unlisted[outcome] }),
  }),
});

function tableOf(weeks: readonly WeekOfRuns[], shown: Shown, panels: SidePanels): FigureTable {
  return {
    columns: [{ label: 'Week' }, ...SERIES.map(({ name }) => ({ label: name, isNumber: true }))],
    rows: weeks.toReversed().map((week) => ({
      key: week.weekStart,
      cells: [
        { value: weekNames(week.weekStart).name },
        ...countedOutcomes.map((outcome) => ({
          value: week[outcome],
          open: () => panels.push(runsOf(week, outcome, shown)),
        })),
      ],
    })),
  };
}

/** How many runs succeeded and failed in each week. A part of a bar opens its runs. */
export function WeeklyRunsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const panels = useSidePanels();
  const query = useWeeklyRuns(orgId, shown);
  return (
    <FigureCard
      title="Weekly runs"
      definition="Runs that have ended, by the week in which they were requested, from Monday on. Each row of a bulk run counts. Canceled runs are not failures. Runs that were refused before they started don’t count."
      query={query}
      isEmpty={(weeks) => weeks.every(({ success, failed, canceled }) => success + failed + canceled === 0)}
      empty={{
        title: 'No runs in this period',
        text: 'How many runs succeed and fail is shown here by week.',
      }}
      tableOf={(weeks) => tableOf(weeks, shown, panels)}
      drawChart={(weeks, picture) => {
        const series = SERIES.filter(
          ({ key }) => key !== 'canceled' || weeks.some(({ canceled }) => canceled > 0),
        );
        return (
          <>
            <Legend series={series} />
            <StackedBars
              label="Weekly runs. Each part of a bar opens its runs; the table has all numbers."
              bars={weeks.map(barOf)}
              series={series}
              picture={picture}
              onOpen={(bar, { key }) => {
                const week = weeks.find(({ weekStart }) => weekStart === bar.key);
                const outcome = countedOutcomes.find((each) => each === key);
                if (week !== undefined && outcome !== undefined) panels.push(runsOf(week, outcome, shown));
              }}
            />
          </>
        );
      }}
    />
  );
}
