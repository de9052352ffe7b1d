'use client';

import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type CommandFigures, useCommandFigures } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { commandCells, OF_COMMAND } from '../command-cell';
import { openRuns } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { failureRateCell, totalOf } from '../figure-cells';
import type { FigureTable } from '../figure-table';

interface MostFailingCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
}

function tableOf(
  commands: readonly CommandFigures[],
  slug: string,
  shown: Shown,
  panels: SidePanels,
): FigureTable {
  return {
    columns: [
      ...OF_COMMAND,
      { label: 'Failed', isNumber: true },
      { label: 'Failure rate', isNumber: true, unit: '%' },
      { label: 'Runs', isNumber: true },
    ],
    rows: failing(commands).map((command) => {
      const { commandId, isDeleted } = command;
      const opens = (outcome?: 'failed') =>
        commandId === null || isDeleted ? undefined : () => openRuns(panels, shown, { commandId, outcome });
      return {
        key: String(commandId),
        cells: [
          ...commandCells(slug, command),
          { value: command.failed, open: opens('failed') },
          failureRateCell(command),
          { value: totalOf(command), open: opens() },
        ],
      };
    }),
  };
}

const failing = (commands: readonly CommandFigures[]) => commands.filter(({ failed }) => failed > 0);

/** The commands with the most failed runs. */
export function MostFailingCard({ org, shown }: MostFailingCardProps) {
  const panels = useSidePanels();
  const query = useCommandFigures(org.orgId, shown);
  return (
    <FigureCard
      title="Commands that fail most"
      definition="Commands with failed runs in this period, those with the most first. The failure rate is the share of failed runs among those that failed or succeeded; canceled runs are left out of it."
      query={query}
      isEmpty={(commands) => failing(commands).length === 0}
      empty={{ title: 'Nothing failed in this period', text: 'The commands that fail most are listed here.' }}
      tableOf={(commands) => tableOf(commands, org.slug, shown, panels)}
    />
  );
}
