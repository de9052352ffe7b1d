'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { invite } from '@/lib/contract/people/invites';
import { listGroups, listMembers } from '@/lib/contract/people/members';
import { findRecipients } from '@/lib/contract/sharing/sharing';
import { useOutboxNotice } from '../panel/link/use-outbox-notice';
import { INVITING, outcomeWords } from '../panel/outcome-words';
import { nameOf, type Recipient } from './recipients';

interface Invited {
  addresses: readonly string[];
  role: 'member' | 'admin';
  note: string;
  groupIds: readonly string[];
  folderIds: readonly number[];
}

/**
 * Invites all recipients at once and reports each outcome.
 * @param onInvited receives the failed addresses, each with the reason.
 */
export function useInvite(orgId: string, onInvited: (failed: Recipient[]) => void) {
  const queryClient = useQueryClient();
  const tellWaiting = useOutboxNotice(orgId);
  return useMutation({
    mutationFn: async ({ addresses, role, note, groupIds, folderIds }: Invited) => {
      const call = callApi(invite, {
        params: { orgId },
        body: {
          recipients: addresses.map((email) => ({ email, orgRole: role, isNewToOrg: true })),
          note: note.trim() === '' ? null : note.trim(),
          groupIds: [...groupIds],
          folderIds: [...folderIds],
        },
      });
      const outcomes = await toast.during('Inviting...', call);
      const told = addresses.map((id, index): Recipient => {
        const problem = outcomes[index]?.error ?? null;
        return { kind: 'address', id, role: 'runner', problem };
      });
      return { told, outcomes };
    },
    onSuccess: async ({ told, outcomes }) => {
      const { success, failures } = outcomeWords(told, INVITING);
      if (success !== null) toast.success(success);
      for (const failure of failures) toast.danger(failure);
      tellWaiting(outcomes, told.map(nameOf));
      onInvited(told.filter(({ problem }) => problem !== null));
      await Promise.all(
        [listMembers, listGroups, findRecipients].map(({ id }) =>
          queryClient.invalidateQueries({ queryKey: [id] }),
        ),
      );
    },
    onError: (error) => toast.failure(INVITING.requestFailed, error),
  });
}
