'use client';

import { UNUSED_DAYS } from '@/lib/contract/insight/usage';
import { type UnusedCommand, useUnusedCommands } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { commandCells, OF_COMMAND } from '../command-cell';
import { FigureCard } from '../figure-card';
import type { FigureTable } from '../figure-table';

interface UnusedCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
}

function tableOf(commands: readonly UnusedCommand[], slug: string, { zone }: Shown): FigureTable {
  const dayOf = (time: string | null, otherwise: string) =>
    time === null
      ? otherwise
      : new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: zone }).format(Date.parse(time));
  return {
    columns: [...OF_COMMAND, { label: 'Last run' }, { label: 'Added' }],
    rows: commands.map((command) => ({
      key: String(command.commandId),
      cells: [
        ...commandCells(slug, command),
        { value: command.commandId === null ? '' : dayOf(command.lastRunAt, 'Never') },
        { value: dayOf(command.createdAt, '') },
      ],
    })),
  };
}

/** Commands that nobody has run lately. */
export function UnusedCard({ org, shown }: UnusedCardProps) {
  const query = useUnusedCommands(org.orgId, shown);
  return (
    <FigureCard
      title="Unused commands"
      definition={`Commands at least ${UNUSED_DAYS} days old that nobody and nothing has run in the past ${UNUSED_DAYS} days, whatever time is chosen above. Hidden and deleted ones are left out.`}
      query={query}
      isEmpty={(commands) => commands.length === 0}
      empty={{
        title: `Nothing has been unused for ${UNUSED_DAYS} days`,
        text: `Commands that are older than that, and have not run since, are listed here. Newer ones may never have run.`,
      }}
      tableOf={(commands) => tableOf(commands, org.slug, shown)}
    />
  );
}
