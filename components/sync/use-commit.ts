'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { readCommand } from '@/lib/contract/command/command';
import { listCommands, readCommandSummary } from '@/lib/contract/library/commands';
import { listFolders } from '@/lib/contract/library/folders';
import { listCredentials } from '@/lib/contract/sources/credentials';
import { commitBatch, readDiff } from '@/lib/contract/sources/sync';
import type { CommitType } from './differences/diff-sections';
import type { Compared, DiffRow } from './differences/use-diff';
import type { RefusedRenames } from './differences/use-renames';
import type { Effect } from './effects/effects';

/** A selected row and its action. */
export interface ChosenRow {
  row: DiffRow;
  commitType: CommitType;
  /** What a command that is added does to data. */
  effect: Effect | null;
}

/** The progress of a selected row. */
export type RowProgress =
  | { state: 'waiting' }
  | { state: 'in_progress' }
  | { state: 'success'; commands: { commandId: number; name: string }[] }
  | { state: 'error'; message: string }
  /** It hadn't started when the rest was canceled. */
  | { state: 'cancelled' };

export interface CommitProgress {
  rows: ChosenRow[];
  byCloudId: ReadonlyMap<string, RowProgress>;
  isGoing: boolean;
}

/** The rows per request: few enough to show progress, and enough for a thousand rows to finish soon. */
const rowsAtOnce = (count: number) => Math.max(1, Math.min(20, Math.ceil(count / 20)));

const changedByCommits = [
  listCommands,
  listFolders,
  readCommand,
  readCommandSummary,
  listCredentials,
  readDiff,
];

const marked = (
  progress: CommitProgress,
  changes: readonly (readonly [string, RowProgress])[],
): CommitProgress => ({ ...progress, byCloudId: new Map([...progress.byCloudId, ...changes]) });

/** The progress with another name for a command of a row. It may go on. */
export function renamed(
  progress: CommitProgress,
  cloudId: string,
  command: { commandId: number; name: string },
): CommitProgress {
  const at = progress.byCloudId.get(cloudId);
  if (at?.state !== 'success') return progress;
  const commands = at.commands.map((each) => (each.commandId === command.commandId ? command : each));
  return marked(progress, [[cloudId, { state: 'success', commands }]]);
}

/** Commits selected rows in small batches and reports the progress of each. It can be canceled in between. */
export function useCommit(
  { orgId, credentialId }: Compared,
  /** Returns, for one commit, a function that gives each row its folder. */
  placer: () => (row: DiffRow) => Promise<number | null>,
) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<CommitProgress | null>(null);
  const calledOff = useRef(false);

  const mark = (changes: readonly (readonly [string, RowProgress])[], isGoing = true) =>
    setProgress((before) => before && { ...marked(before, changes), isGoing });

  async function commitSome(
    chosen: readonly ChosenRow[],
    refused: RefusedRenames,
    placeOf: (row: DiffRow) => Promise<number | null>,
  ): Promise<(readonly [string, RowProgress])[]> {
    try {
      const folders: (number | null)[] = [];
      for (const { row, commitType } of chosen)
        folders.push(commitType === 'addition' ? await placeOf(row) : null);
      const { commits } = await callApi(commitBatch, {
        params: { orgId },
        body: chosen.map(
          ({ row: { cloudId, staticCommandSourceId, revision }, commitType, effect }, index) => ({
            cloudId,
            staticCommandSourceId,
            credentialId,
            commitType,
            folderId: folders[index] ?? null,
            ...(commitType === 'addition' ? { warningTag: effect } : {}),
            ...(revision === null ? {} : { revision }),
            ...(refused.has(cloudId) ? { refusedRenames: [...(refused.get(cloudId) ?? [])] } : {}),
          }),
        ),
      });
      return commits.map(({ cloudId, error, commands }) => [
        cloudId,
        error === null ? { state: 'success', commands } : { state: 'error', message: error },
      ]);
    } catch (error) {
      const { message } = describeError(error);
      return chosen.map(({ row }) => [row.cloudId, { state: 'error', message }]);
    }
  }

  async function commit(rows: ChosenRow[], refused: RefusedRenames): Promise<void> {
    calledOff.current = false;
    const all = (chosen: ChosenRow[], state: RowProgress) =>
      chosen.map(({ row }) => [row.cloudId, state] as const);
    setProgress({ rows, isGoing: true, byCloudId: new Map(all(rows, { state: 'waiting' })) });
    const size = rowsAtOnce(rows.length);
    const placeOf = placer();
    let hasFailed = false;
    for (let from = 0; from < rows.length; from += size) {
      if (calledOff.current) {
        mark(all(rows.slice(from), { state: 'cancelled' }));
        break;
      }
      const some = rows.slice(from, from + size);
      mark(all(some, { state: 'in_progress' }));
      const outcomes = await commitSome(some, refused, placeOf);
      hasFailed ||= outcomes.some(([, { state }]) => state === 'error');
      mark(outcomes);
    }
    mark([], false);
    if (hasFailed) toast.danger('Error syncing changes');
    await Promise.all(changedByCommits.map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })));
  }

  return {
    progress,
    commit,
    /** The current batch finishes; nothing after it is started. */
    cancel: () => {
      calledOff.current = true;
    },
    /** Shows another name for a command of a row. */
    rename: (cloudId: string, commandId: number, name: string) =>
      setProgress((before) => before && renamed(before, cloudId, { commandId, name })),
    backToList: () => setProgress(null),
  };
}
