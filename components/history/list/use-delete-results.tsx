'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { readMatchingRuns } from '@/components/command/matching-runs';
import { describeError } from '@/components/ui/feedback/describe-error';
import { confirm } from '@/components/ui/feedback/dialogs/dialogs';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { deleteResults, MOST_DELETED } from '@/lib/contract/results/deleted-results';
import { listRuns, readRunSummary } from '@/lib/contract/runs/history';
import { readRun } from '@/lib/contract/runs/runs';
import { formatCount } from '@/lib/results/table/row-counts';
import type { RunSummary } from '../use-history';

/** Which results to delete: those of some runs, or of all that match filters in the API's notation. */
export type Deleted = { runs: readonly RunSummary[] } | { filter: readonly string[]; count: number };

/** How far a deletion has come. */
export interface Deleting {
  words: string;
  stop: () => void;
}

/** Deletes the results of runs in batches, after confirmation. The runs themselves stay in the history. */
export function useDeleteResults(orgId: string) {
  const queryClient = useQueryClient();
  const [words, setWords] = useState<string | null>(null);
  const stopper = useRef(new AbortController());

  /** True if all that the person may delete were deleted. */
  async function askToDelete(what: Deleted): Promise<boolean> {
    const count = 'runs' in what ? what.runs.length : what.count;
    const agreed = await confirm({
      title:
        count === 1 ? 'Delete the result of this run?' : `Delete the results of ${formatCount(count)} runs?`,
      body: 'Rows, log and errors are deleted permanently. The history still shows who ran it, when, and with which values.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (!agreed) return false;
    stopper.current = new AbortController();
    const { signal } = stopper.current;
    const done = { deleted: 0, refused: 0, inProgress: 0 };
    try {
      setWords('Deleting…');
      const runs = 'runs' in what ? what.runs : await found(orgId, what.filter, setWords, signal);
      const ids = runs.filter(({ isDeleted }) => !isDeleted).map(({ runId }) => runId);
      for (let at = 0; at < ids.length; at += MOST_DELETED) {
        if (ids.length > MOST_DELETED) {
          setWords(`Deleting: ${formatCount(at)} of ${formatCount(ids.length)}`);
        }
        const runIds = ids.slice(at, at + MOST_DELETED);
        const part = await callApi(deleteResults, { params: { orgId }, body: { runIds } }, { signal });
        done.deleted += part.deleted;
        done.refused += part.refused;
        done.inProgress += part.inProgress;
      }
      return done.refused + done.inProgress === 0;
    } catch (error) {
      if (!signal.aborted) toast.danger(`Error deleting run. ${describeError(error).message}`);
      return false;
    } finally {
      setWords(null);
      tell(done);
      await Promise.all(
        [listRuns, readRunSummary, readRun].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
    }
  }
  const deleting: Deleting | null = words === null ? null : { words, stop: () => stopper.current.abort() };
  return { askToDelete, deleting };
}

const found = (
  orgId: string,
  filter: readonly string[],
  tellHow: (words: string) => void,
  signal: AbortSignal,
) => readMatchingRuns(orgId, filter, (count) => tellHow(`Finding runs: ${formatCount(count)}`), signal);

/** Reports how many were deleted, and why the others weren't. */
function tell({ deleted, refused, inProgress }: Record<'deleted' | 'refused' | 'inProgress', number>): void {
  if (deleted > 0) toast.success(`${formatCount(deleted)} Run(s) deleted`);
  if (refused > 0) {
    toast.danger(
      refused === 1
        ? 'You do not have permission to delete this run'
        : `You do not have permission to delete ${formatCount(refused)} of these runs`,
    );
  }
  if (inProgress > 0) {
    toast.danger(
      'Error deleting run. Runs that are still in progress keep their results: cancel them, or wait until they end.',
    );
  }
}
