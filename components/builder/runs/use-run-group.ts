'use client';

import { parseAsInteger, useQueryState } from 'nuqs';
import { useCallback, useContext, useEffect, useRef } from 'react';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { createRunGroup, readRunGroup } from '@/lib/contract/runs/runs';
import { FormPlaceContext } from '../form/form-place';
import type { Command } from '../use-command';

/** Returns the id of the group for new runs of the page, which is created on first use. */
export type RunGroup = () => Promise<number>;

/**
 * The runs of one page view are a group. The group in the address (`runGroupId`) is shown again, and new runs are added
 * to it if it is the person's own.
 * @param open shows one of its runs; called with the newest first
 */
export function useRunGroup(
  { orgId, commandId, hasAccess }: Command,
  userId: string,
  open: (runId: number) => void,
): RunGroup {
  const [inAddress] = useQueryState('runGroupId', parseAsInteger);
  const named = useContext(FormPlaceContext) === null ? inAddress : null;
  const group = useRef<Promise<number> | null>(null);
  const known = useRef<number | null>(null);

  useEffect(() => {
    if (named === null || named === known.current || !hasAccess) return;
    known.current = named;
    callApi(readRunGroup, { params: { orgId, runGroupId: named } }).then(
      (found) => {
        if (found.commandId !== commandId) return toast.danger('Error: No kit run');
        if (found.userId === userId) group.current ??= Promise.resolve(named);
        for (const runId of found.runIds) open(runId);
      },
      (error: unknown) => toast.failure('Error: No kit run', error),
    );
  }, [named, hasAccess, orgId, commandId, userId, open]);

  return useCallback(() => {
    const asked =
      group.current ??
      callApi(createRunGroup, { params: { orgId }, body: { commandId } }).then(({ runGroupId }) => {
        known.current = runGroupId;
        return runGroupId;
      });
    group.current = asked;
    // If the group couldn't be created, the next run tries again.
    asked.catch(() => {
      group.current = null;
    });
    return asked;
  }, [orgId, commandId]);
}
