import { rootCertificates } from 'node:tls';
import { domainToASCII } from 'node:url';
import nodemailer from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer/index.js';
import { needsUnicode } from '@/lib/wire/email-address';
import { type Env, env } from '@/server/base/env';
import { callOutside } from '@/server/base/outside/call-outside';
import { processWide } from '@/server/base/process-wide';
import { TookTooLong } from '@/server/base/waiting/within-time';
import type { MailContent } from '@/server/messages/content';
import { isAboutMessage, mailCause, mailFault, mailServer } from '@/server/messages/mail-fault';
import { renderHtml, renderText } from '@/server/messages/render-mail';

/** Mail servers allow few connections from one address. */
const MOST_CONNECTIONS = 3;
const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** For a whole message: a server that says a byte now and then isn't silent. */
const MESSAGE_MS = 120_000;

type Transport = ReturnType<typeof connect>;
type MailSettings = NonNullable<Env['mail']>;

/**
 * Parses SMTP_URL into options. `smtps:` is TLS from the start; with `smtp:` the connection is upgraded if the server
 * offers it, or must be. The library would ignore every other option next to a `url`, so the address is parsed here.
 */
function connect({ smtpUrl, isTlsRequired, authorities }: MailSettings) {
  const { username, password } = new URL(smtpUrl);
  return nodemailer.createTransport({
    ...mailServer(smtpUrl),
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
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const kept = (): { transport: Transport | null } =>
  processWide('mail transport', () => ({ transport: null }));

/** What the log and `/readyz` say about a mail server that takes no messages. */
const FAULTS = { reasonOf: (error: unknown) => mailFault(error).message, causeOf: mailCause };

/** A rendered message. */
export interface Outgoing {
  /** Tells messages of the same moment apart. */
  mailId: number | string;
  createdAt: Date;
  to: { name: string; address: string }[];
  subject: string;
  content: MailContent;
  /** Whether no person sent it, so that no program answers it with "out of office". */
  isAutomatic: boolean;
  attachments?: { filename: string; contentType: string; content: Buffer }[];
}

/**
 * Sends a message to the mail server. Resolves when the server has accepted it for at least one recipient, with the
 * addresses that it refused; throws the library's error otherwise. The server learns the size before the message, and can
 * refuse it then.
 */
export async function deliver(mail: Outgoing): Promise<string[]> {
  const settings = env().mail;
  if (settings === null) throw new Error('There is no mail server');
  const raw = await new MailComposer(messageOf(mail, settings)).compile().build();
  const to = mail.to.map(({ address }) => withAsciiDomain(address));
  const envelope = { from: withAsciiDomain(settings.from.address), to, size: raw.length };
  const holder = kept();
  holder.transport ??= connect(settings);
  const { transport } = holder;
  try {
    const sent = await callOutside('mail', MESSAGE_MS, () => transport.sendMail({ envelope, raw }), {
      isAnswer: isAboutMessage,
      ...FAULTS,
    });
    return mail.to
      .filter((_, index) => sent.rejected.includes(to[index] ?? ''))
      .map(({ address }) => address);
  } catch (error) {
    // The connection that is stuck ends with all others of its pool.
    if (error instanceof TookTooLong) closeMail();
    throw error;
  }
}

function messageOf(mail: Outgoing, { from }: MailSettings) {
  const { replyTo, switchOff } = mail.content;
  const [, domain] = from.address.split('@');
  return {
    from,
    to: mail.to,
    ...(replyTo === null || !isWritable(replyTo.address, mail.to) ? {} : { replyTo }),
    subject: mail.subject,
    text: renderText(mail.content),
    html: renderHtml(mail.subject, mail.content),
    attachments: mail.attachments ?? [],
    // The same id in every attempt, so that a mail program recognizes a message that was sent twice.
    messageId: `<${mail.mailId}.${mail.createdAt.getTime()}@${domain}>`,
    date: mail.createdAt,
    headers: {
      ...(mail.isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
      ...(switchOff === undefined ? {} : { 'List-Unsubscribe': `<${switchOff}>` }),
    },
    // The library must not read a file or fetch an address that a message names.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Letters outside ASCII stand in a header only if the message goes to a server that takes them in addresses. */
const isWritable = (address: string, to: Outgoing['to']): boolean =>
  !needsUnicode(address) || to.some((each) => needsUnicode(each.address));

function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

/**
 * Returns why the mail server would take no message now, in words for an operator; null if it would. Connects and signs
 * in, and sends nothing.
 */
export async function mailProblem(settings: MailSettings): Promise<string | null> {
  const transport = connect(settings);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return `${mailFault(error, settings).message} Messages wait, and are tried again.`;
  } finally {
    transport.close();
  }
}

/** Whether the mail server would take a message now. The log and `/readyz` say so, as when one is sent. */
export async function answersMail(settings: MailSettings): Promise<boolean> {
  const transport = connect(settings);
  try {
    return await callOutside('mail', MESSAGE_MS, () => transport.verify(), FAULTS);
  } catch {
    return false;
  } finally {
    transport.close();
  }
}

/** Closes the connections to the mail server. */
export function closeMail(): void {
  kept().transport?.close();
  kept().transport = null;
}
