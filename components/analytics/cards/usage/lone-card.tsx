'use client';

import { type LoneCommand, useLoneCommands } from '../../data/use-figures';
import { commandCells, OF_COMMAND } from '../command-cell';
import { FigureCard } from '../figure-card';
import type { FigureTable } from '../figure-table';

const tableOf = (commands: readonly LoneCommand[], slug: string): FigureTable => ({
  columns: [...OF_COMMAND, { label: 'Person, besides admins' }],
  rows: commands.map((command) => ({
    key: String(command.commandId),
    cells: [...commandCells(slug, command), { value: command.userName ?? '' }],
  })),
});

/** Commands that wait if one person is away. */
export function LoneCard({ org }: { org: { orgId: string; slug: string } }) {
  const query = useLoneCommands(org.orgId);
  return (
    <FigureCard
      title="Commands one person can run"
      definition="Commands that only one person can run now, besides the admins of the organization. Copies that follow another command are left out."
      query={query}
      isEmpty={(commands) => commands.length === 0}
      empty={{
        title: 'No command depends on one person',
        text: 'Commands that wait if one person is away are listed here.',
      }}
      tableOf={(commands) => tableOf(commands, org.slug)}
    />
  );
}
