import type { z } from 'zod';
import type { resultDeletion } from '@/lib/contract/runs/run';
import { hasEnded, type RunStatus } from './run-status';

export type ResultDeletion = z.output<typeof resultDeletion>;

/** What is there of a run's result. */
export type ResultState =
  /** The run is in progress. */
  | { kind: 'arriving' }
  /** The run returned nothing that could be shown or downloaded. */
  | { kind: 'none' }
  | { kind: 'whole' }
  /** The run didn't succeed; what had arrived before was kept. */
  | { kind: 'incomplete' }
  /** With it went the log and the errors. */
  | { kind: 'deleted'; deletion: ResultDeletion };

interface StateOf {
  status: RunStatus;
  /** What it can be downloaded as; null if there is nothing to download. */
  extensions: string | null;
  resultDeletion: ResultDeletion | null;
}

/** The same for every place that shows, sends, or downloads a result. */
export function resultStateOf({ status, extensions, resultDeletion }: StateOf): ResultState {
  if (resultDeletion !== null) return { kind: 'deleted', deletion: resultDeletion };
  if (!hasEnded(status)) return { kind: 'arriving' };
  if (extensions === null) return { kind: 'none' };
  return { kind: status === 'success' ? 'whole' : 'incomplete' };
}

/** That a result was deleted, when, and by what, in a sentence. */
export function deletionText({ at, by, byName }: ResultDeletion, timeText: (at: string) => string): string {
  const person = byName === null ? '' : ` by ${byName}`;
  const reason = by === 'retention' ? ', because the organization keeps results for a limited time' : '';
  return `The result of this run was deleted${person} on ${timeText(at)}${reason}. Its log and errors were deleted with it.`;
}
