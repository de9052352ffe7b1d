import { z } from 'zod';
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
  /** The result that is attached when the message leaves; absent for none. */
  attachment: z.object({ orgId: z.string(), runId: z.int(), format: downloadFormat }).optional(),
  /** Further recipients of the same message. */
  alsoTo: z.array(z.object({ name: z.string(), address: z.string() })).optional(),
});

export type MailContent = z.output<typeof mailContent>;

/** A message to send. */
export interface Mail {
  subject: string;
  content: MailContent;
}

/** Returns a text as one line, for headers: line breaks and control characters become spaces. */
export function oneLine(text: string, mostCharacters = 200): string {
  return [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, mostCharacters).join('');
}
