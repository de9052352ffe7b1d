'use client';

import { monthsOf } from '@/lib/figures/months';
import { formatCount } from '@/lib/results/table/row-counts';
import { Legend } from '../../chart/legend';
import { StackedBars } from '../../chart/stacked-bars';
import { barsOfTop, type Counted } from '../../chart/top-series';
import { type MonthOfSavings, useSavings } from '../../data/use-figures';
import { monthNames } from '../../month-names';
import type { Shown } from '../../use-analytics-address';
import { FigureCard } from '../figure-card';
import { minutesCell, minutesText } from '../figure-cells';
import type { FigureTable } from '../figure-table';
import { NOTHING_SAVED, SAVED_MEANS } from './saved-words';

/** What each folder saved in each month. */
function byFolder(savings: readonly MonthOfSavings[]): Counted[] {
  const folders = new Map<string, Counted>();
  for (const { month, commandId, folderName, minutes } of savings) {
    const name = folderName ?? (commandId === null ? 'Private commands of other people' : '(No folder)');
    const key = `${month} ${name}`;
    const value = (folders.get(key)?.value ?? 0) + minutes;
    folders.set(key, { place: month, key: name, name, value });
  }
  return [...folders.values()];
}

const tableOf = (savings: readonly MonthOfSavings[]): FigureTable => ({
  columns: [{ label: 'Month' }, { label: 'Folder' }, { label: 'Minutes saved', isNumber: true, unit: 'min' }],
  rows: byFolder(savings)
    .toReversed()
    .map(({ place, name, value }) => ({
      key: `${place} ${name}`,
      cells: [{ value: monthNames(place).name }, { value: name }, minutesCell(value)],
    })),
});

/** What commands save in each month, by folder. */
export function SavingsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const query = useSavings(orgId, shown);
  const months = monthsOf(shown.zone, shown.since, shown.until).map(({ month }) => ({
    key: month,
    ...monthNames(month),
  }));
  return (
    <FigureCard
      title="Minutes saved"
      definition={`${SAVED_MEANS} By the month in which runs were requested, and the folder in which their command is now.`}
      query={query}
      isEmpty={(savings) => savings.length === 0}
      empty={NOTHING_SAVED}
      tableOf={tableOf}
      drawChart={(savings, picture) => {
        const hours = byFolder(savings).map((each) => ({ ...each, value: each.value / 60 }));
        const { bars, series } = barsOfTop(hours, months, 'All other folders');
        return (
          <>
            <Legend series={series} />
            <StackedBars
              label="Minutes saved, by folder. The table has all numbers."
              bars={bars}
              series={series}
              valueText={(value) => minutesText(Math.round(value * 60))}
              lineText={(line) => (line === 0 ? '0' : `${formatCount(line)} h`)}
              picture={picture}
            />
          </>
        );
      }}
    />
  );
}
