'use client';

import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type MonthOfSavings, useSavings } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { commandCells, OF_COMMAND } from '../command-cell';
import { openRuns } from '../counted-panel';
import { FigureCard } from '../figure-card';
import { minutesCell } from '../figure-cells';
import type { FigureTable } from '../figure-table';
import { NOTHING_SAVED, SAVED_MEANS } from './saved-words';

interface SavingCommandsCardProps {
  org: { orgId: string; slug: string };
  shown: Shown;
}

/** What each command saved in all months, the most first. */
function byCommand(savings: readonly MonthOfSavings[]): MonthOfSavings[] {
  const commands = new Map<number | null, MonthOfSavings>();
  for (const month of savings) {
    const before = commands.get(month.commandId);
    const { runs, minutes } = before ?? { runs: 0, minutes: 0 };
    commands.set(month.commandId, { ...month, runs: runs + month.runs, minutes: minutes + month.minutes });
  }
  return [...commands.values()].sort((a, b) => b.minutes - a.minutes);
}

function tableOf(
  savings: readonly MonthOfSavings[],
  slug: string,
  shown: Shown,
  panels: SidePanels,
): FigureTable {
  return {
    columns: [
      ...OF_COMMAND,
      { label: 'Succeeded', isNumber: true },
      { label: 'Minutes saved', isNumber: true, unit: 'min' },
    ],
    rows: byCommand(savings).map((command) => {
      const { commandId, isDeleted, runs, minutes } = command;
      const isOpen = commandId !== null && !isDeleted;
      const counted = { commandId: commandId ?? undefined, outcome: 'success' as const };
      return {
        key: String(commandId),
        cells: [
          ...commandCells(slug, command),
          {
            value: runs,
            open: isOpen
              ? () => openRuns(panels, { ...shown, dropdowns: false, startup: false }, counted)
              : undefined,
          },
          minutesCell(minutes),
        ],
      };
    }),
  };
}

/** The commands that save most. */
export function SavingCommandsCard({ org, shown }: SavingCommandsCardProps) {
  const panels = useSidePanels();
  const query = useSavings(org.orgId, shown);
  return (
    <FigureCard
      title="Commands that save most"
      definition={SAVED_MEANS}
      query={query}
      isEmpty={(savings) => savings.length === 0}
      empty={NOTHING_SAVED}
      tableOf={(savings) => tableOf(savings, org.slug, shown, panels)}
    />
  );
}
