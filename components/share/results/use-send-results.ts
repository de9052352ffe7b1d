'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { oneAttempt } from '@/lib/client/one-attempt';
import { sendResults } from '@/lib/contract/runs/send-results';
import { listCommandPeople } from '@/lib/contract/sharing/sharing';
import { useOutboxNotice } from '../panel/link/use-outbox-notice';
import { nameOf, type Recipient } from '../recipients/recipients';
import type { ResultOptions } from './result-draft';
import { sentWords } from './sent-words';

interface Sent extends ResultOptions {
  recipients: readonly Recipient[];
  note: string;
}

/**
 * Mails a result to all recipients, and reports the outcome.
 * @param onSent receives the failed recipients, each with the reason.
 */
export function useSendResults(
  { orgId, runId, commandId }: { orgId: string; runId: number; commandId: number },
  onSent: (failed: Recipient[]) => void,
) {
  const queryClient = useQueryClient();
  const tellWaiting = useOutboxNotice(orgId);
  return useMutation({
    mutationFn: async ({ recipients, note, ...options }: Sent) => {
      const body = {
        recipients: recipients.map(({ kind, id }) => (kind === 'address' ? { email: id } : { userId: id })),
        note: note.trim() === '' ? null : note.trim(),
        commandId,
        ...options,
      };
      const request = { params: { orgId, runId }, body };
      const call = oneAttempt(request, (idempotencyKey) => callApi(sendResults, request, { idempotencyKey }));
      const outcomes = await toast.during('Sending email...', call);
      const told = recipients.map(
        (one, index): Recipient => ({ ...one, problem: outcomes[index]?.error ?? null }),
      );
      return { told, outcomes };
    },
    onSuccess: async ({ told, outcomes }) => {
      // Without a mail server nothing was sent yet, which the notice about it says.
      const { success, failures } = sentWords(
        told.filter(({ problem }, index) => problem !== null || outcomes[index]?.posted !== 'outbox'),
      );
      if (success !== null) toast.success(success);
      for (const failure of failures) toast.danger(failure);
      tellWaiting(outcomes, told.map(nameOf));
      onSent(told.filter(({ problem }) => problem !== null));
      await queryClient.invalidateQueries({ queryKey: [listCommandPeople.id] });
    },
    onError: (error) => toast.failure('Error sending email', error),
  });
}
