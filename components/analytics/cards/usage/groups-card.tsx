'use client';

import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { type GroupFigures, useGroupFigures } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { FigureCard } from '../figure-card';
import { OF_OUTCOMES, outcomeCells } from '../figure-cells';
import type { FigureTable } from '../figure-table';

/** How much the people of each group run. */
export function GroupsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const panels = useSidePanels();
  const query = useGroupFigures(orgId, shown);
  const tableOf = (groups: readonly GroupFigures[]): FigureTable => ({
    columns: [{ label: 'Group' }, { label: 'Active people', isNumber: true }, ...OF_OUTCOMES],
    rows: groups.map(({ groupId, name, people, ...counts }) => ({
      key: String(groupId),
      cells: [
        { value: name ?? 'In no group' },
        { value: people },
        ...outcomeCells(counts, groupId === null ? null : { groupId }, { panels, shown }),
      ],
    })),
  });
  return (
    <FigureCard
      title="People and groups"
      definition="Runs in this period, by the groups in which the people who started them are now, their schedules, webhooks, and tokens included. A person who is in two groups counts in both. Active people ran something in this period."
      query={query}
      isEmpty={(groups) => groups.length === 0}
      empty={{ title: 'No runs in this period', text: 'How much each group runs is listed here.' }}
      tableOf={tableOf}
    />
  );
}
