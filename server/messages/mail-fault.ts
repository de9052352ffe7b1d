import { type Env, env } from '@/server/base/env';
import { AppError } from '@/server/base/errors';
import { MissingKeyError } from '@/server/base/secrets/seal';
import { TookTooLong } from '@/server/base/waiting/within-time';
import { oneLine } from '@/server/messages/content';

/** Why a message was not sent, in words for an admin, and whether to try again. */
export interface MailFault {
  message: string;
  isPermanent: boolean;
}

/** Error codes about the message itself, not about the way to the server. */
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

/** A server without SMTPUTF8 (RFC 6531), in the words of the library and by the server's detailed code. */
const NO_UNICODE = 'Internationalized mailbox name not allowed';
const SAYS_NO_UNICODE = /^5\d\d[ -]5\.6\.7\b/;

/** The address of the mail server as the library takes it. */
export function mailServer(smtpUrl: string): { host: string; port: number; secure: boolean } {
  const { protocol, hostname, port } = new URL(smtpUrl);
  const secure = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
  };
}

/**
 * A mail server that is unreachable, busy, or rejects our password may work again soon. One that rejects the address or
 * the message (5xx) will always do so.
 *
 * @param mail the server that was asked
 */
export function mailFault(thrown: unknown, mail: Env['mail'] = env().mail): MailFault {
  if (thrown instanceof AppError) {
    // The store that has the result to attach may answer again, and a missing key may be put back.
    const isPassing = thrown.code === 'unavailable' || thrown.cause instanceof MissingKeyError;
    return { message: thrown.message, isPermanent: !isPassing };
  }
  if (!(thrown instanceof Error)) return { message: 'The message could not be sent.', isPermanent: false };
  const { code, status, response } = factsOf(thrown);
  const isPermanent = ABOUT_THE_MESSAGE.has(code) && (status === null || status >= 500);
  if (isPermanent) {
    if (thrown.message.startsWith(NO_UNICODE) || SAYS_NO_UNICODE.test(response ?? '')) {
      return {
        message: `The mail server accepts no addresses with letters outside ASCII: ${response}`,
        isPermanent,
      };
    }
    return {
      message: `The mail server refused it: ${response ?? oneLine(thrown.message, 500)}`,
      isPermanent,
    };
  }
  if (code === 'EAUTH') {
    return { message: 'The mail server refused the username and password in SMTP_URL.', isPermanent };
  }
  const fault = tlsFault(code, thrown.message);
  if (fault !== null) return { message: fault, isPermanent };
  if (response !== null) return { message: `The mail server deferred it: ${response}`, isPermanent };
  return { message: `Couldn't reach the mail server${serverName(mail)}: ${causeOf(thrown)}.`, isPermanent };
}

/** Why the mail server takes no messages, in words that follow its name and name no host; undefined if that isn't known. */
export function mailCause(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, status } = factsOf(thrown);
  if (code === 'EAUTH') return 'it refuses the username and password in SMTP_URL';
  if (code === 'ETLS') return 'it does not offer TLS, which SMTP_TLS requires';
  if (tlsFault(code, thrown.message) !== null) return 'its certificate is not trusted, or has another name';
  if (status !== null) return `it defers messages with the code ${status}`;
  return knownCause(thrown);
}

/**
 * Whether the server refused this one message and may take others. A server that defers messages before it knows their
 * recipients, such as one with a full disk, takes no others.
 */
export function isAboutMessage(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, status, command } = factsOf(thrown);
  return ABOUT_THE_MESSAGE.has(code) && (status === null || status >= 500 || command === 'RCPT TO');
}

/** The server's own words for a message that is too large for it: RFC 1870, and the detailed codes of RFC 3463. */
const SAYS_TOO_LARGE = /^5\d\d[ -]5\.(3\.4|2\.3)\b/;

/** Whether the server refused a message because of its size, or said before that it would. */
export function isTooLarge(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, status, response } = factsOf(thrown);
  if (!ABOUT_THE_MESSAGE.has(code)) return false;
  if (response === null) return thrown.message.startsWith('Message size larger than allowed');
  return status === 552 || SAYS_TOO_LARGE.test(response);
}

function factsOf(thrown: Error) {
  return {
    code: 'code' in thrown ? String(thrown.code) : '',
    status: 'responseCode' in thrown ? Number(thrown.responseCode) : null,
    response: 'response' in thrown && thrown.response ? oneLine(String(thrown.response), 500) : null,
    command: 'command' in thrown ? String(thrown.command) : '',
  };
}

function serverName(mail: Env['mail']): string {
  if (mail === null) return '';
  const { host, port } = mailServer(mail.smtpUrl);
  return ` ${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** What the network's codes mean. The library has codes of its own, and leaves these in the message. */
const CAUSES: readonly [RegExp, string][] = [
  [/ECONNREFUSED/, 'it refuses connections (ECONNREFUSED)'],
  [/ENOTFOUND/, 'no server has this name (ENOTFOUND)'],
  [/EAI_AGAIN|ESERVFAIL|ETIMEOUT/, 'its name could not be looked up'],
  [/EHOSTUNREACH|ENETUNREACH/, 'the network does not lead to it (EHOSTUNREACH)'],
  [/ECONNRESET|EPIPE|closed unexpectedly|socket close/i, 'it closed the connection'],
  [/Greeting never received/, "it accepts connections but doesn't respond"],
  [/ETIMEDOUT|timeout/i, 'it does not answer'],
];

const causeOf = (thrown: Error): string => knownCause(thrown) ?? oneLine(thrown.message, 200);

function knownCause(thrown: Error): string | undefined {
  if (thrown instanceof TookTooLong) return 'it took too long to accept the message';
  return CAUSES.find(([pattern]) => pattern.test(thrown.message))?.[1];
}

/** Returns what makes a connection unsafe and how to fix it; null for any other error. */
function tlsFault(code: string, said: string): string | null {
  const reason = oneLine(said, 200);
  if (code === 'ETLS') return `SMTP_TLS requires TLS, but the mail server does not offer it (${reason}).`;
  if (code !== 'ESOCKET') return null;
  if (said.includes('altnames')) {
    return `The mail server's certificate does not match the host name in SMTP_URL (${reason}).`;
  }
  if (!/certificate|self.signed/i.test(said)) return null;
  return `The mail server's certificate is not trusted (${reason}). Set SMTP_CA_FILE to a file with the certificates to trust.`;
}
