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

/** A run of a button that has changed something. */
interface FollowUpRun {
  commandId: number;
  name: string;
  runId: number;
}

interface Changes {
  /** Whose buttons they are of. */
  places: readonly string[];
  last: FollowUpRun;
}

/** What the buttons of a run's result have changed since; undefined for nothing. A reload forgets it. */
function useChanges(runId: number): Changes | undefined {
  const { data } = useQuery<Changes>({
    queryKey: changedKey(runId),
    queryFn: () => Promise.reject(new Error('Only the panel of a button knows them')),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}

/** Returns the last run that a button of a run's result has changed something with; null if none has. */
export const useLastFollowUp = (runId: number): FollowUpRun | null => useChanges(runId)?.last ?? null;

/** Returns whether the button with an address has changed something since a run; null if none of its result has. */
export function useChangedSince(runId: number): ((address: string) => boolean) | null {
  const places = useChanges(runId)?.places;
  return useMemo(() => {
    if (places === undefined) return null;
    return (address) => {
      const query = new URL(address, window.location.origin).searchParams;
      return places.includes(placeOf(query.get('id'), query.get('params')));
    };
  }, [places]);
}

/**
 * Returns what to call when a run of the command of a panel has succeeded: the result behind the panel then says that it may have
 * changed, or no longer offers to take its run back.
 */
export function useTellResult(orgId: string, panel: FollowUpParams): (target: Command, run: number) => void {
  const queryClient = useQueryClient();
  const { commandId, sourceId, runId, isUndo, params } = panel;
  return ({ template, name }, followUpId) => {
    if (isUndo) {
      const input = { params: { orgId, kitId: sourceId, runId } };
      void queryClient.invalidateQueries({ queryKey: queryKey(readRun, input) });
    } else if (asksFirst(template.warningTag)) {
      queryClient.setQueryData<Changes>(changedKey(runId), (before) => ({
        places: [...(before?.places ?? []), placeOf(commandId, params)],
        last: { commandId, name, runId: followUpId },
      }));
    }
  };
}
