'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { describeError } from '@/components/ui/describe-error';
import { callApi } from '@/lib/api-client';
import { listCommands } from '@/lib/contract/commands';
import { commitBatch, findAdditions } from '@/lib/contract/sync';
import type { Addition } from './use-additions';

/** How far one of the chosen rows is. */
export type RowProgress =
  | { state: 'waiting' }
  | { state: 'in_progress' }
  | { state: 'success'; commandId: number; name: string }
  | { state: 'error'; message: string }
  /** It was not begun when the rest was called off. */
  | { state: 'cancelled' };

export interface CommitProgress {
  rows: Addition[];
  byCloudId: ReadonlyMap<string, RowProgress>;
  isGoing: boolean;
}

/** So few rows go in one request that one sees them finish, and so many that a thousand do not take for ever. */
const rowsAtOnce = (count: number) => Math.max(1, Math.min(20, Math.ceil(count / 20)));

/** Adds chosen rows as commands, some at a time, and tells how far each is. Can be called off in between. */
export function useCommit(orgId: string, credentialId: number) {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<CommitProgress | null>(null);
  const calledOff = useRef(false);

  const mark = (changes: readonly (readonly [string, RowProgress])[], isGoing = true) =>
    setProgress((before) =>
      before === null ? null : { ...before, isGoing, byCloudId: new Map([...before.byCloudId, ...changes]) },
    );

  async function commitSome(rows: readonly Addition[]): Promise<(readonly [string, RowProgress])[]> {
    try {
      const { commits } = await callApi(commitBatch, {
        params: { orgId },
        body: rows.map(({ cloudId }) => ({ cloudId, credentialId, commitType: 'addition' as const })),
      });
      return commits.map(({ cloudId, error, commands: [command] }) => [
        cloudId,
        command === undefined
          ? { state: 'error', message: error ?? 'No command was made.' }
          : { state: 'success', ...command },
      ]);
    } catch (error) {
      const { message } = describeError(error);
      return rows.map(({ cloudId }) => [cloudId, { state: 'error', message }]);
    }
  }

  async function commit(rows: Addition[]): Promise<void> {
    calledOff.current = false;
    setProgress({
      rows,
      isGoing: true,
      byCloudId: new Map(rows.map(({ cloudId }) => [cloudId, { state: 'waiting' }])),
    });
    const size = rowsAtOnce(rows.length);
    for (let from = 0; from < rows.length; from += size) {
      const some = rows.slice(from, from + size);
      if (calledOff.current) {
        mark(rows.slice(from).map(({ cloudId }) => [cloudId, { state: 'cancelled' }]));
        break;
      }
      mark(some.map(({ cloudId }) => [cloudId, { state: 'in_progress' }]));
      mark(await commitSome(some));
    }
    mark([], false);
    await Promise.all(
      [listCommands, findAdditions].map(({ id }) => queryClient.invalidateQueries({ queryKey: [id] })),
    );
  }

  return {
    progress,
    commit,
    /** What is being added at this moment is still added; nothing after it is begun. */
    cancel: () => {
      calledOff.current = true;
    },
    backToList: () => setProgress(null),
  };
}
