'use client';

import { toast } from '@/components/ui/feedback/toasts/toasts';
import { copyText } from '@/components/ui/text/copy-text';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { readOutboxMessage } from '@/lib/contract/sharing/mail';
import { inOutbox } from '../outcome-words';
import { useViewer } from '../use-viewer';

type Outcomes = readonly (Parameters<typeof inOutbox>[0][number] & { mailId: number | null })[];

/**
 * Reports that messages wait in the outbox. Those who may open it get the link of a single message, to pass it on at once,
 * and for several the way to the outbox.
 */
export function useOutboxNotice(orgId: string): (outcomes: Outcomes) => void {
  const org = useViewer(orgId).data?.org ?? null;
  return (outcomes) => {
    const waiting = inOutbox(outcomes);
    if (waiting === null) return;
    const [mailId, ...others] = outcomes.flatMap((outcome) => outcome.mailId ?? []);
    if (!org?.isAdmin) toast.info(waiting);
    else if (mailId !== undefined && others.length === 0) {
      toast.info(waiting, { action: { label: 'Copy link', onClick: () => copyLinkOf(orgId, mailId) } });
    } else toast.info(waiting, { action: { label: 'Open the outbox', href: paths.outbox(org.slug) } });
  };
}

async function copyLinkOf(orgId: string, mailId: number): Promise<void> {
  try {
    const { content } = await callApi(readOutboxMessage, { params: { orgId, mailId } });
    const url = content?.link?.url ?? null;
    if (url === null) toast.danger('This message no longer has a link to copy.');
    else await copyText(url, 'Copied to clipboard!');
  } catch (error) {
    toast.failure('Error copying the link', error);
  }
}
