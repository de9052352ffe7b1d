'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { ShownRow } from '@/components/result-view/follow-ups/follow-ups';
import type { Panel, PanelParams } from '@/components/ui/panels/panel-kinds';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { useSidePanels } from '@/components/ui/panels/use-side-panels';

type FollowUpParams = PanelParams<'follow-up'>;

/** Where the rows of a table are kept for the panel over it. A reload loses them, and with them only the way to the next row. */
const rowsKey = ({ sourceId, runId }: Pick<FollowUpParams, 'sourceId' | 'runId'>) => [
  'rows with buttons',
  sourceId,
  runId,
];

/** The panel of the command at an address, as `followUpAddress` writes it. Null for an address of another page. */
function panelOf(
  address: string,
  from: { commandId: number; runId: number },
  row: number | null,
): (Panel & { kind: 'follow-up' }) | null {
  const query = new URL(address, window.location.origin).searchParams;
  const commandId = Number(query.get('id'));
  if (!Number.isInteger(commandId) || commandId < 1) return null;
  return {
    kind: 'follow-up',
    commandId,
    sourceId: from.commandId,
    runId: from.runId,
    row,
    params: query.get('params') ?? '{}',
  };
}

/** Opens what a button of a run's result leads to over that result; null on a page without panels. */
export function useOpenFollowUp({ commandId, runId }: { commandId: number; runId: number }) {
  const panels = useSidePanels();
  // Opening a panel changes these; the table behind it isn't drawn again for that.
  const latest = useRef(panels);
  latest.current = panels;
  const queryClient = useQueryClient();
  const hasPanels = usePanelPage() !== null;
  const open = useCallback(
    (address: string, on: ShownRow | null) => {
      const panel = panelOf(address, { commandId, runId }, on?.row ?? null);
      if (panel === null) return;
      queryClient.setQueryData(rowsKey(panel), on);
      latest.current.push(panel);
    },
    [queryClient, commandId, runId],
  );
  return hasPanels ? open : null;
}

/** Returns the panels of the same button for the previous row and the next one; null at either end. */
export function useNeighbors(params: FollowUpParams): { previous: Panel | null; next: Panel | null } {
  const { data: on } = useQuery<ShownRow | null>({
    queryKey: rowsKey(params),
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const at = (row: number): Panel | null => {
    const address = on?.addressOn(row) ?? null;
    return address === null
      ? null
      : panelOf(address, { commandId: params.sourceId, runId: params.runId }, row);
  };
  if (params.row === null) return { previous: null, next: null };
  return { previous: at(params.row - 1), next: at(params.row + 1) };
}
