'use client';

import { useMutation } from '@tanstack/react-query';
import { describeError } from '@/components/ui/feedback/describe-error';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { callApi } from '@/lib/client/api-client';
import { sendFolderLink, sendLink } from '@/lib/contract/sharing/mail';
import type { GroupRow, PersonRow, Shared } from '../sharing';
import { useOutboxNotice } from './use-outbox-notice';

type Row = PersonRow | GroupRow;

/** The most recipients of one request. */
const MOST = 500;

/** Sends the link of a command or folder to a person or to a whole group; null if the viewer may not. */
export function useSendLink({ subject, role, visibility }: Shared): ((row: Row) => void) | null {
  const { kind, orgId, id } = subject;
  const tellWaiting = useOutboxNotice(orgId);
  const send = useMutation({
    mutationFn: (row: Row) => {
      const userIds = row.kind === 'person' ? [row.id] : row.userIds;
      const recipients = userIds.map((userId) => ({ userId }));
      const call =
        kind === 'command'
          ? callApi(sendLink, { params: { orgId, kitId: id }, body: { recipients } })
          : callApi(sendFolderLink, { params: { orgId, directoryId: id }, body: { recipients } });
      return toast.during('Sending email...', call);
    },
    onSuccess: (outcomes, row) => {
      const sent = outcomes.filter(({ error }) => error === null);
      const failed = outcomes.filter(({ error }) => error !== null);
      if (sent.length > 0) {
        const [only] = sent;
        toast.success(
          sent.length === 1 ? `Sent to ${only?.email}` : `Successfully sent to ${sent.length} people`,
        );
      }
      for (const reason of new Set(failed.map(({ error }) => error))) {
        toast.danger(`Error sending to ${row.name}: ${reason}`);
      }
      tellWaiting(outcomes, row.kind === 'person' ? [row.name] : []);
    },
    onError: (error, row) =>
      toast.danger(`Error sending to ${row.name}. Check the address. ${describeError(error).message}`),
  });
  if (role !== 'admin' || visibility === 'justme') return null;
  return (row) => {
    const people = row.kind === 'person' ? 1 : row.userIds.length;
    if (row.kind === 'person' && row.email === null) toast.danger('No email address found for this user');
    else if (people === 0) toast.danger(`${row.name} has no members.`);
    else if (people > MOST)
      toast.danger(`A link is sent to ${MOST} people at most; ${row.name} has ${people}.`);
    else if (!send.isPending) send.mutate(row);
  };
}
