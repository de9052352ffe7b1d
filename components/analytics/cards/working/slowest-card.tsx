'use client';

import { useMemo } from 'react';
import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { daysBefore } from '../../analytics-address';
import { type CommandFigures, useCommandFigures } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { commandCells, OF_COMMAND } from '../command-cell';
import { openRuns } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { timeCell } from '../figure-cells';
import type { FigureCell, FigureTable } from '../figure-table';

interface SlowestCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
}

/** A command got slow if its median is so many times as long as before, and so much longer. */
const SLOWER_TIMES = 2;
const SLOWER_MS = 100;

const timed = (commands: readonly CommandFigures[]) =>
  commands
    .filter(({ taken95Ms }) => taken95Ms !== null)
    .sort((a, b) => (b.taken95Ms ?? 0) - (a.taken95Ms ?? 0));

/** The median, with a note if it is much longer than in the days before. */
function medianCell(ms: number | null, beforeMs: number | null): FigureCell {
  const isSlower =
    ms !== null && beforeMs !== null && ms >= beforeMs * SLOWER_TIMES && ms - beforeMs >= SLOWER_MS;
  return { ...timeCell(ms), note: isSlower ? 'got slower' : undefined };
}

function tableOf(
  commands: readonly CommandFigures[],
  before: readonly CommandFigures[],
  slug: string,
  shown: Shown,
  panels: SidePanels,
): FigureTable {
  const time = { isNumber: true, unit: 'ms' } as const;
  const medianBefore = new Map(before.map(({ commandId, takenMedianMs }) => [commandId, takenMedianMs]));
  return {
    columns: [
      ...OF_COMMAND,
      { label: 'Median', ...time },
      { label: 'Median before', ...time },
      { label: '95th percentile', ...time },
      { label: 'Waiting, median', ...time },
      { label: 'Waiting, 95th', ...time },
      { label: 'Succeeded', isNumber: true },
    ],
    rows: timed(commands).map((command) => {
      const { commandId, isDeleted } = command;
      const beforeMs = medianBefore.get(commandId) ?? null;
      const isOpen = commandId !== null && !isDeleted;
      return {
        key: String(commandId),
        cells: [
          ...commandCells(slug, command),
          medianCell(command.takenMedianMs, beforeMs),
          timeCell(beforeMs),
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
  const before = useCommandFigures(
    org.orgId,
    useMemo(() => daysBefore(shown), [shown]),
  );
  return (
    <FigureCard
      title="Slowest commands"
      definition="How long successful runs took from their start to their end, and how long runs waited from their request to their start: half of them at most the median, and 95 of 100 at most the 95th percentile. Each is at most 5% off. Runs that fill dropdowns or run on startup are left out. “Median before” is the median of the same number of days right before these."
      query={query}
      isEmpty={(commands) => timed(commands).length === 0}
      empty={{ title: 'No runs in this period', text: 'The commands that take longest are listed here.' }}
      tableOf={(commands) => tableOf(commands, before.data ?? [], org.slug, shown, panels)}
    />
  );
}
