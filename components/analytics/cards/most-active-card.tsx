'use client';

import { type SidePanels, useSidePanels } from '@/components/ui/panels/use-side-panels';
import { countedRunsText } from '@/lib/figures/counted-runs';
import { type TrendingRunner, useTrendingRunners } from '../data/use-figures';
import type { Shown } from '../use-analytics-address';
import { FigureCard } from './figure-card';
import type { FigureTable } from './figure-table';

interface MostActiveCardProps {
  orgId: string;
  shown: Shown;
  paging: { page: number; onTurn: (page: number) => void };
}

function tableOf(
  runners: readonly TrendingRunner[],
  { dropdowns, startup }: Shown,
  panels: SidePanels,
): FigureTable {
  return {
    columns: [
      { label: 'Name' },
      { label: 'Chosen days', isNumber: true },
      { label: 'Past month', isNumber: true },
      { label: 'Lifetime', isNumber: true },
    ],
    rows: runners.map(({ userId, name, allTime, pastMonth, inDays }) => ({
      key: userId,
      cells: [
        {
          value: name,
          open: () =>
            panels.push({ kind: 'counted-runs', figure: countedRunsText({ userId, dropdowns, startup }) }),
        },
        { value: inDays },
        { value: pastMonth },
        { value: allTime },
      ],
    })),
  };
}

/** The people who run most. A name opens that person's runs. */
export function MostActiveCard({ orgId, shown, paging }: MostActiveCardProps) {
  const panels = useSidePanels();
  const query = useTrendingRunners(orgId, shown);
  return (
    <FigureCard
      title="Most active runners"
      definition="Runs that a person or their schedules, webhooks, and tokens started and that have ended: in the days chosen above, in the past 30 days with today, and of all time."
      query={query}
      isEmpty={(runners) => runners.length === 0}
      empty={{ title: 'Nobody has run anything yet', text: 'The people who run most are listed here.' }}
      tableOf={(runners) => tableOf(runners, shown, panels)}
      paging={paging}
    />
  );
}
