import { z } from 'zod';
import { plainName, plainText } from '@/lib/base/plain-names';
import { downloadFormat } from '@/lib/contract/results/downloads';

/** The content of a message, before it is rendered as HTML and as text. All of it is plain text. */
export const mailContent = z.object({
  /** What happened, one string per paragraph. */
  paragraphs: z.array(z.string()),
  /** The sender's own note. */
  note: z.string().nullable(),
  link: z.object({ label: z.string(), url: z.url() }).nullable(),
  /** The small print at the end. */
  closing: z.string(),
  /** Where replies go. */
  replyTo: z.object({ name: z.string(), address: z.string() }).nullable(),
  /** Where the recipient switches messages of this kind off; absent where they can't. */
  switchOff: z.url().optional(),
  /** The result that is attached when the message leaves; absent for none. */
  attachment: z
    .object({
      orgId: z.string(),
      runId: z.int(),
      format: downloadFormat,
      /** Whether it is a table of the rows of a bulk run. */
      isOfRows: z.boolean().optional(),
    })
    .optional(),
  /** Further recipients of the same message. */
  alsoTo: z.array(z.object({ name: z.string(), address: z.string() })).optional(),
});

export type MailContent = z.output<typeof mailContent>;

/** A message to send. */
export interface Mail {
  subject: string;
  content: MailContent;
}

/**
 * A message whose texts hold no addresses but that of its sender: what people call things and themselves can't be made a
 * link by a mail program. The sender's own note, which is shown as theirs, and the link are left as they are.
 *
 * @param onlyHeadings whether the paragraphs are left as they are, too
 */
export function withPlainNames({ subject, content }: Mail, onlyHeadings: boolean): Mail {
  const { paragraphs, link, replyTo, alsoTo } = content;
  const plain = (text: string) => plainExcept(text, replyTo?.address ?? null);
  return {
    subject: plain(subject),
    content: {
      ...content,
      paragraphs: onlyHeadings ? paragraphs : paragraphs.map(plain),
      link: link === null ? null : { ...link, label: plain(link.label) },
      replyTo: replyTo === null ? null : { ...replyTo, name: plainName(replyTo.name) },
      ...(alsoTo === undefined
        ? {}
        : { alsoTo: alsoTo.map((each) => ({ ...each, name: plainName(each.name) })) }),
    },
  };
}

const plainExcept = (text: string, address: string | null): string =>
  address === null ? plainText(text) : text.split(`(${address})`).map(plainText).join(`(${address})`);

/** Returns a text as one line, for headers: line breaks and control characters become spaces. */
export function oneLine(text: string, mostCharacters = 200): string {
  return [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, mostCharacters).join('');
}
