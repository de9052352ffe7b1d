'use client';

import { useMutation } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { recordRecent } from '@/lib/contract/library/recents';
import { useRefreshShared } from '../people/use-refresh-shared';
import { nameOf, type Recipient, shareBody, withOutcomes } from '../recipients/recipients';
import { useOutboxNotice } from './link/use-outbox-notice';
import { notWrittenTo, outcomeWords, SHARING } from './outcome-words';
import { callShare } from './share-calls';
import type { ShareDraft } from './share-draft';
import type { Subject } from './sharing';

type Sent = Pick<ShareDraft, 'recipients' | 'note' | 'outsiders' | 'orgRole' | 'makesAdmins'>;

/**
 * Shares with all recipients at once and reports each outcome.
 * @param onShared receives the failed recipients, each with the reason.
 */
export function useShare(subject: Subject, userId: string, onShared: (failed: Recipient[]) => void) {
  const refresh = useRefreshShared();
  const tellWaiting = useOutboxNotice(subject.orgId);
  return useMutation({
    mutationFn: async ({ recipients, note, ...inOrg }: Sent) => {
      const call = callShare(subject, shareBody(recipients, note, inOrg));
      const outcomes = await toast.during('Sharing...', call);
      return {
        told: withOutcomes(recipients, outcomes),
        silent: notWrittenTo(recipients, outcomes),
        outcomes,
      };
    },
    onSuccess: async ({ told, silent, outcomes }) => {
      const { success, failures } = outcomeWords(told, SHARING);
      if (success !== null) toast.success(success);
      for (const failure of failures) toast.danger(failure);
      if (silent !== null) toast.info(silent);
      tellWaiting(outcomes, told.filter(({ kind }) => kind !== 'group').map(nameOf));
      onShared(told.filter(({ problem }) => problem !== null));
      if (success !== null && subject.kind === 'command') await noteShare(subject, userId);
      await refresh();
    },
    onError: async (error) => {
      toast.failure(SHARING.requestFailed, error);
      await refresh();
    },
  });
}

/** A recent command that isn't recorded isn't worth interrupting anyone, so errors are ignored. */
async function noteShare({ orgId, id }: Subject, userId: string): Promise<void> {
  const params = { orgId, kitId: id, userId };
  await callApi(recordRecent, { params, body: { source: 'share' } }).catch(() => undefined);
}
