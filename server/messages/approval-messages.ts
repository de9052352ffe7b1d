import type { Person } from '@/lib/access/vocabulary';
import { paths } from '@/lib/base/paths';
import type { Mail } from '@/server/messages/content';
import { absolute, type MailOrg } from '@/server/messages/links';
import { answersTo, named } from '@/server/messages/messages';

interface ToApprove {
  org: MailOrg;
  sender: Person;
  command: { name: string };
  approvalId: number;
  runCount: number;
  note: string | null;
}

interface ChangeToApprove extends Omit<ToApprove, 'runCount' | 'note'> {
  /** What it takes away, in words. */
  changes: readonly string[];
}

/** A person asks for approval of a change that takes away what protects a command. */
export function changeMail({ org, sender, command, approvalId, changes }: ChangeToApprove): Mail {
  return {
    subject: `${sender.name} asks for your approval to change ${command.name}`,
    content: {
      paragraphs: [
        `${named(sender)} wants to change “${command.name}” in ${org.name}, whose runs need approval. The change takes away some of what protects it:`,
        ...changes,
      ],
      note: null,
      link: { label: 'Look at the request', url: absolute(paths.approval(org.slug, approvalId)) },
      closing:
        'You get this because you are an engineer of the command. Without an approval, nothing is changed.',
      replyTo: answersTo(sender),
    },
  };
}

/** A person asks for approval of a run. Its values stay in Pushboard, and so does the answer. */
export function approvalMail({ org, sender, command, approvalId, runCount, note }: ToApprove): Mail {
  const runs = runCount === 1 ? 'a run' : `${runCount.toLocaleString('en-US')} runs`;
  return {
    subject: `${sender.name} asks for your approval to run ${command.name}`,
    content: {
      paragraphs: [`${named(sender)} asks you to approve ${runs} of “${command.name}” in ${org.name}.`],
      note,
      link: { label: 'Look at the request', url: absolute(paths.approval(org.slug, approvalId)) },
      closing:
        'You get this because you are an engineer of the command. One approval is enough; without any, nothing runs.',
      replyTo: answersTo(sender),
    },
  };
}
