'use client';

import { toast } from '@/components/ui/feedback/toasts/toasts';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { copyText } from '@/components/ui/text/copy-text';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { readOutboxMessage } from '@/lib/contract/sharing/mail';
import { delayed, heldBack, inOutbox } from '../outcome-words';
import { useViewer } from '../use-viewer';

type Outcomes = readonly (Parameters<typeof inOutbox>[0][number] & { mailId: number | null })[];

/**
 * Reports that messages wait in the outbox, for a mail server that doesn't answer, or in a copy that is held. Those who may open it get the link of a single message, to pass it on at once,
 * and for several the way to the outbox. `names` are those of everyone who was written to.
 */
export function useOutboxNotice(orgId: string): (outcomes: Outcomes, names: readonly string[]) => void {
  const org = useViewer(orgId).data?.org ?? null;
  const isHeld = usePanelPage()?.isHeld ?? false;
  return (outcomes, names) => {
    const held = isHeld ? heldBack(outcomes) : null;
    if (held !== null) toast.info(held);
    const isAdmin = org?.isAdmin === true;
    const waiting = inOutbox(outcomes, isAdmin) ?? delayed(outcomes, isAdmin);
    if (waiting === null) return;
    const [mailId, ...others] = outcomes.flatMap((outcome) => outcome.mailId ?? []);
    if (!org?.isAdmin) toast.info(waiting);
    else if (mailId !== undefined && others.length === 0) {
      const [name, ...further] = names;
      const label =
        name === undefined || further.length > 0 ? 'Copy link' : `Copy link for ${firstWord(name)}`;
      toast.info(waiting, { action: { label, onClick: () => copyLinkOf(orgId, mailId) } });
    } else toast.info(waiting, { action: { label: 'Open the outbox', href: paths.outbox(org.slug) } });
  };
}

/** A person's first name; of an address, all of it. */
const firstWord = (name: string): string => name.trim().split(/\s+/)[0] ?? name;

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
