'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { confirm } from '@/components/ui/feedback/dialogs';
import { toast } from '@/components/ui/feedback/toasts';
import { ApiError, callApi } from '@/lib/api-client';
import { deleteRunResult, listRuns, readRunSummary } from '@/lib/contract/history';
import { readRun } from '@/lib/contract/runs';
import type { RunSummary } from '../use-history';

/** Deletes the results of runs, after confirmation. The runs themselves stay in the history. */
export function useDeleteResults() {
  const queryClient = useQueryClient();
  const [isDeleting, setDeleting] = useState(false);

  /** True if all of them were deleted. */
  async function askToDelete(runs: readonly RunSummary[]): Promise<boolean> {
    const agreed = await confirm({
      title:
        runs.length === 1 ? 'Delete the result of this run?' : `Delete the results of ${runs.length} runs?`,
      body: 'Rows, log and errors are deleted permanently. The history still shows who ran it, when, and with which values.',
      confirmLabel: 'Delete',
      isDangerous: true,
    });
    if (!agreed) return false;
    setDeleting(true);
    const outcomes = await Promise.allSettled(
      runs.map(({ orgId, commandId, runId }) =>
        callApi(deleteRunResult, { params: { orgId, kitId: commandId, runId } }),
      ),
    );
    setDeleting(false);
    tell(outcomes);
    await Promise.all(
      [listRuns, readRunSummary, readRun].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
    );
    return outcomes.every(({ status }) => status === 'fulfilled');
  }
  return { askToDelete, isDeleting };
}

/** Reports how many were deleted, and each reason for failure once. */
function tell(outcomes: readonly PromiseSettledResult<unknown>[]): void {
  const deleted = outcomes.filter(({ status }) => status === 'fulfilled').length;
  if (deleted > 0) toast.success(`${deleted} Run(s) deleted`);
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [wordsOf(outcome.reason)] : [],
  );
  for (const words of new Set(refusals)) toast.danger(words);
}

function wordsOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Error deleting run';
  if (error.status === 403) return 'You do not have permission to delete this run';
  return `Error deleting run. ${error.message}`;
}
