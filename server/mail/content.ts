import { z } from 'zod';

/** What a message says, before it is set as HTML and as text. Everything in it is plain text. */
export const mailContent = z.object({
  /** What happened, a paragraph each. */
  paragraphs: z.array(z.string()),
  /** What the sender wrote to go with it. */
  note: z.string().nullable(),
  link: z.object({ label: z.string(), url: z.url() }).nullable(),
  /** The small print below. */
  closing: z.string(),
  /** Who gets the answers. */
  replyTo: z.object({ name: z.string(), address: z.string() }).nullable(),
});

export type MailContent = z.output<typeof mailContent>;

/** A message, as whoever causes one hands it over. */
export interface Mail {
  subject: string;
  content: MailContent;
}

/** Names and subjects go into headers and lines of their own: whatever would break one is a space. */
export function oneLine(text: string, mostCharacters = 200): string {
  return [...text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()].slice(0, mostCharacters).join('');
}
