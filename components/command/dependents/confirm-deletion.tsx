'use client';

import { lossesOf } from '@/lib/changes/dependent-words';
import { callApi } from '@/lib/client/api-client';
import { listDependents } from '@/lib/contract/dependents/dependents';
import { comingTime } from '@/lib/runs/run-times';
import { confirmLosses } from './confirm-losses';

interface Deleted {
  orgId: string;
  commandId: number;
  name: string;
}

/** Asks whether a command is to be deleted, once the person has seen what needs it. */
export const confirmDeletion = ({ orgId, commandId, name }: Deleted, words: string): Promise<boolean> =>
  confirmLosses({
    title: `Delete “${name}”?`,
    words,
    confirmLabel: 'Delete',
    read: async () =>
      lossesOf(await callApi(listDependents, { params: { orgId, kitId: commandId } }), comingTime),
    nothing: 'Nothing else needs it.',
  });
