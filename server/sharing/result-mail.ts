import type { Person } from '@/lib/access/vocabulary';
import type { Mail, MailContent } from '@/server/messages/content';
import { absolute, commandPath, type MailOrg } from '@/server/messages/links';

/** The run whose result is sent. */
export interface SentRun {
  runId: number;
  commandId: number;
  commandName: string;
  endedAt: Date | null;
  totalRows: number | null;
}

interface ResultMail {
  org: MailOrg;
  sender: Person;
  run: SentRun;
  note: string | null;
  /** Whether the recipients can open the result on Pushboard. */
  hasAccess: boolean;
  /** Whether an invitation must be accepted before. */
  isPending: boolean;
  attachment: MailContent['attachment'];
  alsoTo: NonNullable<MailContent['alsoTo']>;
}

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A person sends the result of a run. What is attached is added when the message leaves. */
export function resultMail(given: ResultMail): Mail {
  const { org, sender, run, note, hasAccess, isPending, attachment, alsoTo } = given;
  const from = sender.email === null ? sender.name : `${sender.name} (${sender.email})`;
  const ended = run.endedAt === null ? '' : `, which ended on ${time.format(run.endedAt)} UTC`;
  const rows = run.totalRows === null ? '' : ` It has ${run.totalRows.toLocaleString('en-US')} rows.`;
  const url = absolute(`${commandPath(org, run.commandId)}#run-${run.runId}`);
  return {
    subject: `${sender.name} sent you the result of ${run.commandName}`,
    content: {
      paragraphs: [
        `${from} sent you the result of “${run.commandName}” of ${org.name}, run ${run.runId}${ended}.${rows}`,
        ...(isPending ? [`Accept your invitation to ${org.name} first. It came in a separate message.`] : []),
      ],
      note: note?.trim() || null,
      link: hasAccess ? { label: 'Open the result', url } : null,
      closing: 'You get this because someone sent you a result on Pushboard.',
      replyTo: sender.email === null ? null : { name: sender.name, address: sender.email },
      ...(attachment === undefined ? {} : { attachment }),
      ...(alsoTo.length === 0 ? {} : { alsoTo }),
    },
  };
}
