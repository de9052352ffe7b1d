'use client';

import { paths } from '@/lib/base/paths';
import type { Shown } from '../use-analytics-address';
import { type TrendingCommand, useTrendingCommands } from '../use-figures';
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
      { label: 'Directory' },
      { label: 'Name' },
      { label: 'Lifetime', isNumber: true },
      { label: 'Past Month', isNumber: true },
    ],
    rows: commands.map(({ commandId, name, folderName, allTime, pastMonth, isDeleted }) => ({
      key: String(commandId),
      cells: [
        { value: folderName ?? (commandId === null ? '' : '(No Folder)') },
        {
          value: name ?? 'Private commands of other people',
          href: commandId === null || isDeleted ? undefined : paths.builder(slug, commandId),
          note: isDeleted ? 'deleted' : undefined,
        },
        { value: allTime },
        { value: pastMonth },
      ],
    })),
  };
}

/** The commands that are run most. */
export function MostUsedCard({ org, shown, paging }: MostUsedCardProps) {
  const query = useTrendingCommands(org.orgId, shown);
  return (
    <FigureCard
      title="Most Used Commands"
      definition="Runs of each command that have ended: of all time, and of the past 30 days with today. Deleted commands keep their numbers."
      query={query}
      isEmpty={(commands) => commands.length === 0}
      empty={{ title: 'Nothing has run yet', text: 'The commands that are run most are listed here.' }}
      tableOf={(commands) => tableOf(commands, org.slug)}
      paging={paging}
    />
  );
}
