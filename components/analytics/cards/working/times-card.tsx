'use client';

import { Select } from '@mantine/core';
import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { formatDuration } from '@/lib/runs/duration';
import type { Points, Series } from '../../chart/chart-data';
import { Legend } from '../../chart/legend';
import { LineChart } from '../../chart/line-chart';
import { lineTime, timeLinesTo } from '../../chart/scale';
import { useCommandFigures, useWeeklyTimes, type WeekOfTimes } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { weekNames } from '../../week-names';
import { openRuns, weeksShown } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { timeCell } from '../figure-cells';
import type { FigureTable } from '../figure-table';
import styles from './times-card.module.css';

interface TimesCardProps {
  orgId: string;
  shown: Shown;
  /** The command whose times are shown; null for all. */
  commandId: number | null;
  onChoose: (commandId: number | null) => void;
}

const SERIES: readonly Series[] = [
  { key: 'taken95', name: '95th percentile', tone: 'two' },
  { key: 'takenMedian', name: 'Median', tone: 'one', isDashed: true },
];

const valuesOf = (week: WeekOfTimes | undefined) => ({
  taken95: week?.taken95Ms ?? null,
  takenMedian: week?.takenMedianMs ?? null,
});

/** How long runs took in each week. A point opens the runs of its week. */
export function TimesCard({ orgId, shown, commandId, onChoose }: TimesCardProps) {
  const panels = useSidePanels();
  const query = useWeeklyTimes(orgId, shown, commandId);
  const open = (monday: string) => openWeek(panels, shown, commandId, monday);
  return (
    <FigureCard
      title="Time taken"
      definition="How long successful runs took from their start to their end, by the week in which they were requested: half of them at most the median, and 95 of 100 at most the 95th percentile. The table also has how long runs waited for their start. Each is at most 5% off. Runs that fill dropdowns or run on startup are left out."
      query={query}
      choice={<CommandChoice orgId={orgId} shown={shown} commandId={commandId} onChoose={onChoose} />}
      isEmpty={(weeks) => weeks.length === 0}
      empty={{ title: 'No runs in this period', text: 'How long runs take is shown here by week.' }}
      tableOf={(weeks) => tableOf(weeks, open)}
      drawChart={(weeks, picture) => {
        const points = weeksShown(shown).map(({ monday }): Points => {
          const week = weeks.find(({ weekStart }) => weekStart === monday);
          return { key: monday, ...weekNames(monday), values: valuesOf(week) };
        });
        return (
          <>
            <Legend series={SERIES} />
            <LineChart
              label="Time taken. Each week opens its runs; the table has all numbers."
              points={points}
              series={SERIES}
              lines={timeLinesTo(Math.max(1, ...weeks.map(({ taken95Ms }) => taken95Ms ?? 0)))}
              lineText={lineTime}
              valueText={formatDuration}
              picture={picture}
              onOpen={({ key }) => open(key)}
            />
          </>
        );
      }}
    />
  );
}

function openWeek(panels: SidePanels, shown: Shown, commandId: number | null, monday: string): void {
  const week = weeksShown(shown).find((each) => each.monday === monday);
  if (week === undefined) return;
  openRuns(panels, shown, { outcome: 'success', commandId: commandId ?? undefined }, week);
}

function tableOf(weeks: readonly WeekOfTimes[], open: (monday: string) => void): FigureTable {
  const time = { isNumber: true, unit: 'ms' } as const;
  return {
    columns: [
      { label: 'Week' },
      { label: 'Median', ...time },
      { label: '95th percentile', ...time },
      { label: 'Waiting, median', ...time },
      { label: 'Waiting, 95th', ...time },
    ],
    rows: weeks.toReversed().map((week) => ({
      key: week.weekStart,
      cells: [
        { value: weekNames(week.weekStart).name, open: () => open(week.weekStart) },
        timeCell(week.takenMedianMs),
        timeCell(week.taken95Ms),
        timeCell(week.waitedMedianMs),
        timeCell(week.waited95Ms),
      ],
    })),
  };
}

/** Of all commands, or of one of those that ran in this period. */
function CommandChoice({ orgId, shown, commandId, onChoose }: TimesCardProps) {
  const commands = useCommandFigures(orgId, shown).data ?? [];
  const options = commands.flatMap(({ commandId: id, name }) =>
    id === null || name === null ? [] : [{ value: String(id), label: name }],
  );
  return (
    <Select
      className={styles.choice}
      size="xs"
      aria-label="Command whose times are shown"
      placeholder="All commands"
      data={options.sort((a, b) => a.label.localeCompare(b.label, 'en'))}
      value={commandId === null ? null : String(commandId)}
      onChange={(value) => onChoose(value === null ? null : Number(value))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'All commands' }}
      nothingFoundMessage="No matches"
    />
  );
}
