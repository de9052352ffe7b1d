'use client';

import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/feedback/toasts/toasts';
import { usePanelPage } from '@/components/ui/panels/panel-page';
import { copyText } from '@/components/ui/text/copy-text';
import { paths } from '@/lib/base/paths';
import { callApi } from '@/lib/client/api-client';
import { invite } from '@/lib/contract/people/invites';
import { listOutbox, readOutboxMessage } from '@/lib/contract/sharing/mail';
import type { Member } from '../use-members';

/** What an admin does about an invitation that waits for its person. */
export interface Invitation {
  /** Copies its link, where no mail server sends it. A link that no longer works is replaced by a new one. */
  copyLink(member: Member): Promise<void>;
  /** Mails a new link, which replaces the one before. */
  resend(member: Member): Promise<void>;
}

export function useInvitation(orgId: string): Invitation {
  const queryClient = useQueryClient();
  const isHeld = usePanelPage()?.isHeld ?? false;

  async function reported(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast.failure('Error inviting', error);
    }
  }

  async function copyJoinLink(mailId: number | null): Promise<void> {
    const url = await joinLink(orgId, mailId);
    if (url !== null) await copyText(url, 'Copied to clipboard!');
  }

  /** Invites them again, with the same role. Returns the id of the message whose link can be passed on, if it can. */
  async function inviteAgain({ userId, name }: Member): Promise<number | null> {
    const [outcome] = await callApi(invite, { params: { orgId }, body: { recipients: [{ userId }] } });
    await queryClient.invalidateQueries({ queryKey: [listOutbox.id] });
    const error = outcome?.error ?? null;
    if (error !== null) toast.danger(`Error inviting ${name}: ${error}`);
    else if (outcome?.posted === 'queued') {
      if (isHeld)
        toast.info(`The new invitation of ${name} waits: this copy sends nothing until it is released.`);
      else toast.success(`Sent ${name} a new invitation`);
    } else if (outcome?.posted === 'delayed') {
      toast.info(
        `The mail server doesn't answer: the new invitation of ${name} is queued, and is sent once it does. Or copy the link and send it yourself.`,
        { action: { label: 'Copy link', onClick: () => reported(() => copyJoinLink(outcome.mailId)) } },
      );
    }
    return outcome?.mailId ?? null;
  }

  return {
    copyLink: (member) =>
      reported(async () => {
        const url = await waitingLink(orgId, member);
        if (url !== null) await copyText(url, 'Copied to clipboard!');
        else await copyJoinLink(await inviteAgain(member));
      }),
    resend: (member) => reported(() => inviteAgain(member)),
  };
}

const MOST_MESSAGES = 20;

/** The link to join in a message that waits for someone to pass it on; null if none works. */
async function waitingLink(orgId: string, { email }: Member): Promise<string | null> {
  const query = { filter: ['state:outbox', `to_address:${email ?? ''}`], per_page: MOST_MESSAGES };
  for (const { mailId } of await callApi(listOutbox, { params: { orgId }, query })) {
    const url = await joinLink(orgId, mailId);
    if (url !== null) return url;
  }
  return null;
}

async function joinLink(orgId: string, mailId: number | null): Promise<string | null> {
  if (mailId === null) return null;
  const { content } = await callApi(readOutboxMessage, { params: { orgId, mailId } });
  const link = content?.link ?? null;
  if (link?.url == null || !link.isOpen) return null;
  return new URL(link.url).pathname.endsWith(paths.join) ? link.url : null;
}
