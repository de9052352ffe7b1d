'use client';

import { type TrendingCommand, useTrendingCommands } from '../data/use-figures';
import type { Shown } from '../use-analytics-address';
import { commandCells, OF_COMMAND } from './command-cell';
import { FigureCard } from './figure-card';
import type { FigureTable } from './figure-table';

interface MostUsedCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
  paging: { page: number; onTurn: (page: number) => void };
}

function tableOf(commands: readonly TrendingCommand[], slug: string): FigureTable {
  return {
    columns: [
      ...OF_COMMAND,
      { label: 'Chosen days', isNumber: true },
      { label: 'Past month', isNumber: true },
      { label: 'Lifetime', isNumber: true },
    ],
    rows: commands.map((command) => ({
      key: String(command.commandId),
      cells: [
        ...commandCells(slug, command),
        { value: command.inDays },
        { value: command.pastMonth },
        { value: command.allTime },
      ],
    })),
  };
}

/** The commands that are run most. */
export function MostUsedCard({ org, shown, paging }: MostUsedCardProps) {
  const query = useTrendingCommands(org.orgId, shown);
  return (
    <FigureCard
      title="Most used commands"
      definition="Runs of each command that have ended: in the days chosen above, in the past 30 days with today, and of all time. Deleted commands keep their numbers."
      query={query}
      isEmpty={(commands) => commands.length === 0}
      empty={{ title: 'Nothing has run yet', text: 'The commands that are run most are listed here.' }}
      tableOf={(commands) => tableOf(commands, org.slug)}
      paging={paging}
    />
  );
}
