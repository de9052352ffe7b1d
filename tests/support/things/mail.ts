import { prisma } from '@/server/base/database/prisma';
import type { MailContent } from '@/server/messages/content';
import { openContent } from '@/server/messages/queue-mail';

/** A message that waits in an outbox, as its reader would see it. */
export interface WaitingMail {
  mailId: number;
  kind: string;
  state: string;
  toAddress: string;
  subject: string;
  content: MailContent;
}

/** Returns the unsent messages of an organization, newest first. */
export async function waitingMail(orgId: string): Promise<WaitingMail[]> {
  const rows = await prisma().mailMessage.findMany({ where: { orgId }, orderBy: { mailId: 'desc' } });
  return rows.flatMap(({ mailId, kind, state, toAddress, subject, sealedContent }) =>
    sealedContent === null
      ? []
      : [
          {
            mailId,
            kind,
            state,
            toAddress,
            subject,
            content: openContent(mailId, Buffer.from(sealedContent)),
          },
        ],
  );
}

/** Returns the address that the newest message links to. */
export async function newestLink(orgId: string): Promise<URL> {
  const [newest] = await waitingMail(orgId);
  const url = newest?.content.link?.url;
  if (url === undefined) throw new Error(`No message of ${orgId} has a link`);
  return new URL(url);
}
