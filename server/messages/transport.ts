import { rootCertificates } from 'node:tls';
import nodemailer from 'nodemailer';
import { type Env, env } from '@/server/base/env';
import { callOutside } from '@/server/base/outside/call-outside';
import { processWide } from '@/server/base/process-wide';
import { TookTooLong } from '@/server/base/waiting/within-time';
import type { MailContent } from '@/server/messages/content';
import { renderHtml, renderText } from '@/server/messages/render-mail';

/** Mail servers allow few connections from one address. */
const MOST_CONNECTIONS = 3;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** For a whole message: a server that says a byte now and then isn't silent. */
const MESSAGE_MS = 120_000;
/** Codes of a server that answered, and refused the message or its address. */
const REFUSALS = new Set(['EENVELOPE', 'EMESSAGE']);

type Transport = ReturnType<typeof connect>;
type MailSettings = NonNullable<Env['mail']>;

/**
 * Parses SMTP_URL into options. `smtps:` is TLS from the start; with `smtp:` the connection is upgraded if the server
 * offers it, or must be. The library would ignore every other option next to a `url`, so the address is parsed here.
 */
function connect({ smtpUrl, isTlsRequired, authorities }: MailSettings) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isSecure = protocol === 'smtps:';
  return nodemailer.createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    requireTLS: isTlsRequired,
    ...(authorities === null ? {} : { tls: { ca: [...rootCertificates, authorities] } }),
    pool: true,
    maxConnections: MOST_CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // The library must not read a file or fetch an address that a message names.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const kept = (): { transport: Transport | null } =>
  processWide('mail transport', () => ({ transport: null }));

/** A rendered message. */
export interface Outgoing {
  /** Tells messages of the same moment apart. */
  mailId: number | string;
  createdAt: Date;
  to: { name: string; address: string }[];
  subject: string;
  content: MailContent;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/**
 * Sends a message to the mail server. Resolves when the server has accepted it, and throws the library's error
 * otherwise.
 */
export async function deliver(mail: Outgoing): Promise<void> {
  const settings = env().mail;
  if (settings === null) throw new Error('There is no mail server');
  const holder = kept();
  holder.transport ??= connect(settings);
  const [, domain] = settings.from.address.split('@');
  const { transport } = holder;
  const message = {
    from: settings.from,
    to: mail.to,
    ...(mail.content.replyTo === null ? {} : { replyTo: mail.content.replyTo }),
    subject: mail.subject,
    text: renderText(mail.content),
    html: renderHtml(mail.subject, mail.content),
    attachments: mail.attachments ?? [],
    // The same id in every attempt, so that a mail program recognizes a message that was sent twice.
    messageId: `<${mail.mailId}.${mail.createdAt.getTime()}@${domain}>`,
    date: mail.createdAt,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  try {
    await callOutside('mail', MESSAGE_MS, () => transport.sendMail(message), isRefusal);
  } catch (error) {
    // The connection that is stuck ends with all others of its pool.
    if (error instanceof TookTooLong) closeMail();
    throw error;
  }
}

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && REFUSALS.has(String(error.code));

/** Closes the connections to the mail server. */
export function closeMail(): void {
  kept().transport?.close();
  kept().transport = null;
}
