import type { AccessRole, OrgRole, Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/paths';
import type { Mail } from '@/server/mail/content';
import { absolute, commandPath, type MailOrg } from '@/server/mail/links';

/** How long a single-use link works. */
export const LINK_DAYS = 7;

/** The sender, so that somebody who has never heard of Pushboard knows whom to ask. */
const named = ({ name, email }: Person): string => (email === null ? name : `${name} (${email})`);

const answersTo = ({ name, email }: Person) => (email === null ? null : { name, address: email });

/** Nothing of what was typed: an empty note is none. */
const noteOf = (note: string | null | undefined): string | null => note?.trim() || null;

/** What is shared: a command by its address, a folder by the library's. */
export interface SharedThing {
  kind: 'command' | 'folder';
  id: number;
  name: string;
}

const pathOf = (org: MailOrg, { kind, id }: SharedThing): string =>
  kind === 'command' ? commandPath(org, id) : `${paths.commands(org.slug)}?folder=${id}`;

function mayDo({ kind }: SharedThing, role: AccessRole): string {
  const what = kind === 'command' ? 'it' : 'the commands in it';
  return role === 'admin' ? `You can run and configure ${what}.` : `You can run ${what}.`;
}

interface Invited {
  org: MailOrg;
  sender: Person;
  role: OrgRole;
  token: string;
  note: string | null;
  /** What is shared along with the invitation; null for the invitation alone. */
  shared: { thing: SharedThing; role: AccessRole } | null;
}

/** The token stands behind the #, which browsers keep to themselves. */
export function inviteMail({ org, sender, role, token, note, shared }: Invited): Mail {
  const goesTo = shared === null ? '' : `?to=${encodeURIComponent(pathOf(org, shared.thing))}`;
  const sharing =
    shared === null
      ? []
      : [`“${shared.thing.name}” waits for you there. ${mayDo(shared.thing, shared.role)}`];
  return {
    subject: `${sender.name} invites you to ${org.name} on Pushboard`,
    content: {
      paragraphs: [
        `${named(sender)} invites you to ${org.name} on Pushboard${role === 'admin' ? ', as an admin' : ''}. There you find buttons that your team has made, and run them.`,
        ...sharing,
      ],
      note: noteOf(note),
      link: { label: `Join ${org.name}`, url: absolute(`${paths.join}${goesTo}#${token}`) },
      closing: `The link works once, for ${LINK_DAYS} days, and for this address alone. If you did not expect it, ignore it: nothing happens then.`,
      replyTo: answersTo(sender),
    },
  };
}

interface SharedWith {
  org: MailOrg;
  sender: Person;
  thing: SharedThing;
  role: AccessRole;
  note: string | null;
  /** Invited to the organization, and not in it yet: until then what is shared cannot be opened. */
  isPending: boolean;
}

/** Somebody was given a command or a folder. */
export function shareMail({ org, sender, thing, role, note, isPending }: SharedWith): Mail {
  return {
    subject: `${sender.name} shared ${thing.name} with you`,
    content: {
      paragraphs: [
        `${named(sender)} shared the ${thing.kind} “${thing.name}” of ${org.name} with you. ${mayDo(thing, role)}`,
        ...(isPending
          ? [`Accept your invitation to ${org.name} first; it came in a message of its own.`]
          : []),
      ],
      note: noteOf(note),
      link: { label: `Open ${thing.name}`, url: absolute(pathOf(org, thing)) },
      closing: 'You get this because somebody shared something with you on Pushboard.',
      replyTo: answersTo(sender),
    },
  };
}

/** Somebody sends the way to a command to one who has it. */
export function linkMail({
  org,
  sender,
  thing,
  note,
}: Pick<SharedWith, 'org' | 'sender' | 'thing' | 'note'>): Mail {
  return {
    subject: `${sender.name} sent you a link to ${thing.name}`,
    content: {
      paragraphs: [`${named(sender)} sent you the link to “${thing.name}” of ${org.name}.`],
      note: noteOf(note),
      link: { label: `Open ${thing.name}`, url: absolute(pathOf(org, thing)) },
      closing: 'You get this because you have access to this on Pushboard.',
      replyTo: answersTo(sender),
    },
  };
}

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
