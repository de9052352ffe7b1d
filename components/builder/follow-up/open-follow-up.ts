'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { RowFact, ShownRow } from '@/components/result-view/follow-ups/follow-ups';
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
  on: { row: number | null; isUndo?: boolean },
): (Panel & { kind: 'follow-up' }) | null {
  const query = new URL(address, window.location.origin).searchParams;
  const commandId = Number(query.get('id'));
  if (!Number.isInteger(commandId) || commandId < 1) return null;
  return {
    kind: 'follow-up',
    commandId,
    sourceId: from.commandId,
    runId: from.runId,
    row: on.row,
    isUndo: on.isUndo ?? false,
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
      const panel = panelOf(address, { commandId, runId }, { row: on?.row ?? null });
      if (panel === null) return;
      queryClient.setQueryData(rowsKey(panel), on);
      latest.current.push(panel);
    },
    [queryClient, commandId, runId],
  );
  return hasPanels ? open : null;
}

const undoKey = (runId: number) => ['asked to undo', runId];

/** Opens the command that takes a run back over its result, and asks at once; null on a page without panels. */
export function useOpenUndo({ commandId, runId }: { commandId: number; runId: number }) {
  const panels = useSidePanels();
  const queryClient = useQueryClient();
  const hasPanels = usePanelPage() !== null;
  if (!hasPanels) return null;
  return (address: string) => {
    const panel = panelOf(address, { commandId, runId }, { row: null, isUndo: true });
    if (panel === null) return;
    queryClient.setQueryData(undoKey(runId), true);
    panels.push(panel);
  };
}

/** Calls `onAsked` once if the panel was opened by a press on Undo, and not by its address: a link asks nothing by itself. */
export function useAskedToUndo({ isUndo, runId }: FollowUpParams, onAsked: () => void): void {
  const queryClient = useQueryClient();
  const latest = useRef(onAsked);
  latest.current = onAsked;
  useEffect(() => {
    if (!isUndo || queryClient.getQueryData(undoKey(runId)) !== true) return;
    queryClient.removeQueries({ queryKey: undoKey(runId), exact: true });
    latest.current();
  }, [queryClient, isUndo, runId]);
}

/** Returns the panels of the same button on the previous row that has it and the next one, null at either end, and which row it is. */
export function useNeighbors(params: FollowUpParams): {
  previous: Panel | null;
  next: Panel | null;
  facts: readonly RowFact[];
} {
  const { data: on } = useQuery<ShownRow | null>({
    queryKey: rowsKey(params),
    queryFn: () => null,
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { row, sourceId: commandId, runId } = params;
  if (row === null) return { previous: null, next: null, facts: [] };
  const towards = (step: 1 | -1): Panel | null => {
    const found = on?.nextFrom(row, step) ?? null;
    return found === null ? null : panelOf(found.address, { commandId, runId }, { row: found.row });
  };
  return { previous: towards(-1), next: towards(1), facts: on?.factsOn(row) ?? [] };
}
