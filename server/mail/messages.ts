import type { Person } from '@/lib/access/vocabulary';
import type { Mail } from '@/server/mail/content';
import { absolute, commandPath, type MailOrg } from '@/server/mail/links';

/** How long a single-use link works. */
export const LINK_DAYS = 7;

/** The sender, so that somebody who has never heard of Pushboard knows whom to ask. */
const named = ({ name, email }: Person): string => (email === null ? name : `${name} (${email})`);

const answersTo = ({ name, email }: Person) => (email === null ? null : { name, address: email });

/** Nothing of what was typed: an empty note is none. */
const noteOf = (note: string | null | undefined): string | null => note?.trim() || null;

interface Asked {
  org: MailOrg;
  sender: Person;
  /** Null for a question that names no command. */
  command: { commandId: number; name: string } | null;
  subject: string;
  message: string;
  token: string | null;
}

/** Somebody asks an engineer for access. The link opens the share panel, filled in. */
export function accessRequestMail({ org, sender, command, subject, message, token }: Asked): Mail {
  const what = command === null ? 'a command' : `“${command.name}”`;
  const path =
    command === null || token === null
      ? null
      : `${commandPath(org, command.commandId)}&shareOpen=true&request=${token}`;
  return {
    subject,
    content: {
      paragraphs: [`${named(sender)} asks you for access to ${what} in ${org.name}.`],
      note: noteOf(message),
      link: path === null ? null : { label: 'Look at the request', url: absolute(path) },
      closing: `You get this because you are an engineer there. The link works for you alone, for ${LINK_DAYS} days. To leave the request open, do nothing.`,
      replyTo: answersTo(sender),
    },
  };
}
