'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { PanelParams } from '@/components/ui/panels/panel-kinds';
import { queryKey } from '@/lib/client/query-keys';
import { asksFirst } from '@/lib/commands/warning-tag';
import { readRun } from '@/lib/contract/runs/runs';
import type { Command } from '../use-command';

type FollowUpParams = PanelParams<'follow-up'>;

const changedKey = (runId: number) => ['changed since', runId];

/** What tells a row's button from those of other rows: its command, and what fills in its form. */
const placeOf = (commandId: number | string | null, params: string | null): string =>
  `${commandId} ${params ?? '{}'}`;

/** Returns whether the button with an address has changed something since a run; null if none of its result has. */
export function useChangedSince(runId: number): ((address: string) => boolean) | null {
  const { data: places } = useQuery<readonly string[]>({
    queryKey: changedKey(runId),
    queryFn: () => [],
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    if (places === undefined) return null;
    return (address) => {
      const query = new URL(address, window.location.origin).searchParams;
      return places.includes(placeOf(query.get('id'), query.get('params')));
    };
  }, [places]);
}

/**
 * Returns what to call when the command of a panel has succeeded: the result behind the panel then says that it may have
 * changed, or no longer offers to take its run back.
 */
export function useTellResult(orgId: string, panel: FollowUpParams): (target: Command) => void {
  const queryClient = useQueryClient();
  const { commandId, sourceId, runId, isUndo, params } = panel;
  return ({ template }) => {
    if (isUndo) {
      const input = { params: { orgId, kitId: sourceId, runId } };
      void queryClient.invalidateQueries({ queryKey: queryKey(readRun, input) });
    } else if (asksFirst(template.warningTag)) {
      queryClient.setQueryData<readonly string[]>(changedKey(runId), (before = []) => [
        ...before,
        placeOf(commandId, params),
      ]);
    }
  };
}
