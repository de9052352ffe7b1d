import type { AccessRole, OrgRole, Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/base/paths';
import type { Mail } from '@/server/messages/content';
import { absolute, commandPath, type MailOrg } from '@/server/messages/links';

/** How many days a single-use link works. */
export const LINK_DAYS = 7;

/** Name and address of the sender, so that a recipient who has never heard of Pushboard knows whom to ask. */
export const named = ({ name, email }: Person): string => (email === null ? name : `${name} (${email})`);

/** Recipients recognize the sender by the email address, so an invitation says if the sender has no verified one. */
const inviting = (sender: Person): string =>
  sender.email === null ? `${sender.name} (without a verified address)` : named(sender);

export const answersTo = ({ name, email }: Person) => (email === null ? null : { name, address: email });

/** Returns null for an empty note. */
const noteOf = (note: string | null | undefined): string | null => note?.trim() || null;

/** What is shared. The path of a command is its own; a folder's is the library's. */
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
  /** What is shared along with the invitation; null for an invitation alone. */
  shared: { thing: SharedThing; role: AccessRole } | null;
}

/** The token is in the URL's fragment, which browsers don't send. */
export function inviteMail({ org, sender, role, token, note, shared }: Invited): Mail {
  const goesTo = shared === null ? '' : `?to=${encodeURIComponent(pathOf(org, shared.thing))}`;
  const sharing =
    shared === null
      ? []
      : [`“${shared.thing.name}” waits for you there. ${mayDo(shared.thing, shared.role)}`];
  return {
    subject: `${inviting(sender)} invites you to ${org.name} on Pushboard`,
    content: {
      paragraphs: [
        `${inviting(sender)} invites you to ${org.name} on Pushboard${role === 'admin' ? ', as an admin' : ''}. Run the commands your team has set up.`,
        ...sharing,
      ],
      note: noteOf(note),
      link: { label: `Join ${org.name}`, url: absolute(`${paths.join}${goesTo}#${token}`) },
      closing: `The link works once, for ${LINK_DAYS} days, and for this address alone. If you did not expect it, you can ignore this message.`,
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
  /** An invitation is pending: the shared things cannot be opened until it is accepted. */
  isPending: boolean;
}

/** A person was given a command or a folder. */
export function shareMail({ org, sender, thing, role, note, isPending }: SharedWith): Mail {
  return {
    subject: `${sender.name} shared ${thing.name} with you`,
    content: {
      paragraphs: [
        `${named(sender)} shared the ${thing.kind} “${thing.name}” of ${org.name} with you. ${mayDo(thing, role)}`,
        ...(isPending ? [`Accept your invitation to ${org.name} first. It came in a separate message.`] : []),
      ],
      note: noteOf(note),
      link: { label: `Open ${thing.name}`, url: absolute(pathOf(org, thing)) },
      closing: 'You get this because someone shared something with you on Pushboard.',
      replyTo: answersTo(sender),
    },
  };
}

/** A person sends the link of a command to someone who has access to it. */
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
  /** Null for a request that names no command. */
  command: { commandId: number; name: string } | null;
  subject: string;
  message: string;
  token: string | null;
}

/** A person asks an engineer for access. The link opens the share panel, filled in. */
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
