'use client';

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, isRequest } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { roleWords } from '@/lib/access/grant-words';
import type { AccessRole } from '@/lib/access/vocabulary';
import { callShare, callUnshare } from '../panel/share-calls';
import type { GroupRow, PersonRow, Subject } from '../panel/sharing';
import { useRefreshShared } from './use-refresh-shared';

type Row = PersonRow | GroupRow;
type Change = { row: Row; role: AccessRole | null };

/** Actions on people who have access. */
export interface RowChanges {
  /** Whether there are roles to choose from: a copy has runners alone. */
  hasRoles: boolean;
  changeRole(row: Row, role: AccessRole): void;
  unshare(row: Row): void;
  /** The last change, if another engineer has to approve it first. */
  requested: Error | null;
  /** A row with its pending change; null for one that is being removed. */
  foreseen<R extends Row>(row: R): R | null;
}

/**
 * Optimistic changes to people who have access, reverted if refused: pending changes are a layer over the server's
 * data, so undoing means dropping the layer.
 */
export function useRowChanges(subject: Subject, hasRoles: boolean): RowChanges {
  const refresh = useRefreshShared();
  const [pending, setPending] = useState<readonly Change[]>([]);
  const mutation = useMutation({
    mutationFn: async ({ row, role }: Change) => {
      if (role === null) return callUnshare(subject, row);
      const outcomes = await callShare(subject, {
        recipients: row.kind === 'person' ? [{ userId: row.id, role }] : [],
        groups: row.kind === 'group' ? [{ groupId: row.id, role }] : [],
        // They already have it and know about it.
        skipTheSending: true,
      });
      const problem = outcomes.find(({ error }) => error !== null)?.error;
      if (problem != null) throw new Refused(problem);
    },
    onMutate: (change) =>
      setPending((before) => [...before.filter((each) => !isOf(each, change.row)), change]),
    onSuccess: (_, { row, role }) =>
      role === null
        ? toast.success(`Unshared with ${row.name}`, {
            undo: () => changeRole(row, row.role),
          })
        : toast.success(`${row.name} is now ${named(role)}.`),
    onError: (error, { row, role }) => {
      if (!isRequest(error)) toast.danger(failure(row, role, error));
    },
    onSettled: async (_, __, change) => {
      // The layer is dropped once the data below is as new, so that nothing flickers. A list that couldn't be refetched
      // shows its error in place.
      await refresh().catch(() => undefined);
      setPending((before) => before.filter((each) => each !== change));
    },
  });
  function changeRole(row: Row, role: AccessRole): void {
    mutation.mutate({ row, role });
  }
  return {
    hasRoles,
    changeRole,
    unshare: (row) => mutation.mutate({ row, role: null }),
    requested: isRequest(mutation.error) ? mutation.error : null,
    foreseen: (row) => {
      const change = pending.find((each) => isOf(each, row));
      if (change === undefined) return row;
      return change.role === null ? null : { ...row, role: change.role };
    },
  };
}

/** The server's reason for refusing one recipient. */
class Refused extends Error {}

const isOf = ({ row }: Change, other: Row) => row.kind === other.kind && row.id === other.id;
const named = (role: AccessRole) => (role === 'admin' ? 'an engineer' : 'a runner');

function failure(row: Row, role: AccessRole | null, error: Error): string {
  const reason = error instanceof Refused ? error.message : describeError(error).message;
  return role === null
    ? `Error unsharing with ${row.name}: ${reason}`
    : `Error sharing with ${row.name} as ${roleWords[role]}: ${reason}`;
}
