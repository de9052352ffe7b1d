'use client';

import { useSourceKinds } from '@/components/command/source-kinds';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';
import { factsOfKind } from '@/lib/sources/source-kind';
import { type ConnectionFigures, useConnectionFigures } from '../../data/use-figures';
import type { Shown } from '../../use-analytics-address';
import { FigureCard } from '../figure-card';
import { failureRateCell, OF_OUTCOMES, outcomeCells } from '../figure-cells';
import type { FigureTable } from '../figure-table';

/** How the runs at each connection ended. */
export function ConnectionsCard({ orgId, shown }: { orgId: string; shown: Shown }) {
  const panels = useSidePanels();
  const kinds = useSourceKinds();
  const query = useConnectionFigures(orgId, shown);
  const tableOf = (connections: readonly ConnectionFigures[]): FigureTable => ({
    columns: [
      { label: 'Connection' },
      { label: 'Source' },
      ...OF_OUTCOMES,
      { label: 'Failure rate', isNumber: true, unit: '%' },
    ],
    rows: connections.map(({ credentialId, name, sourceKind, isDeleted, unlisted, ...counts }) => ({
      key: String(credentialId),
      cells: [
        { value: name, note: isDeleted ? 'deleted' : undefined },
        { value: factsOfKind(kinds, sourceKind).label },
        ...outcomeCells(counts, { credentialId }, { panels, shown, unlisted }),
        failureRateCell(counts),
      ],
    })),
  });
  return (
    <FigureCard
      title="Runs by connection"
      definition="Runs in this period, by the connection that they ran with, even if their command has another one now."
      query={query}
      isEmpty={(connections) => connections.length === 0}
      empty={{ title: 'No runs in this period', text: 'How runs end at each connection is listed here.' }}
      tableOf={tableOf}
    />
  );
}
