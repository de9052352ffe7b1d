'use client';

import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type CommandFigures, useCommandFigures } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { commandCells, OF_COMMAND } from '../command-cell';
import { openRuns } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { timeCell } from '../figure-cells';
import type { FigureTable } from '../figure-table';

interface SlowestCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
}

const timed = (commands: readonly CommandFigures[]) =>
  commands
    .filter(({ taken95Ms }) => taken95Ms !== null)
    .sort((a, b) => (b.taken95Ms ?? 0) - (a.taken95Ms ?? 0));

function tableOf(
  commands: readonly CommandFigures[],
  slug: string,
  shown: Shown,
  panels: SidePanels,
): FigureTable {
  const time = { isNumber: true, unit: 'ms' } as const;
  return {
    columns: [
      ...OF_COMMAND,
      { label: 'Median', ...time },
      { label: '95th Percentile', ...time },
      { label: 'Waiting, Median', ...time },
      { label: 'Waiting, 95th', ...time },
      { label: 'Succeeded', isNumber: true },
    ],
    rows: timed(commands).map((command) => {
      const { commandId, isDeleted } = command;
      const isOpen = commandId !== null && !isDeleted;
      return {
        key: String(commandId),
        cells: [
          ...commandCells(slug, command),
          timeCell(command.takenMedianMs),
          timeCell(command.taken95Ms),
          timeCell(command.waitedMedianMs),
          timeCell(command.waited95Ms),
          {
            value: command.success,
            open: isOpen ? () => openRuns(panels, shown, { commandId, outcome: 'success' }) : undefined,
          },
        ],
      };
    }),
  };
}

/** The commands that take longest. */
export function SlowestCard({ org, shown }: SlowestCardProps) {
  const panels = useSidePanels();
  const query = useCommandFigures(org.orgId, shown);
  return (
    <FigureCard
      title="Slowest Commands"
      definition="How long successful runs took from their start to their end, and how long runs waited from their request to their start: half of them at most the median, and 95 of 100 at most the 95th percentile. Each is at most 5 % off. Runs that fill dropdowns or run on startup are left out."
      query={query}
      isEmpty={(commands) => timed(commands).length === 0}
      empty={{ title: 'No runs in this time', text: 'The commands that take longest are listed here.' }}
      tableOf={(commands) => tableOf(commands, org.slug, shown, panels)}
    />
  );
}
