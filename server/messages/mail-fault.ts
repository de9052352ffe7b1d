import { AppError } from '@/server/base/errors';
import { oneLine } from '@/server/messages/content';

/** Why a message was not sent, in words for an admin, and whether to try again. */
export interface MailFault {
  message: string;
  isPermanent: boolean;
}

/** Error codes about the message itself, not about the way to the server. */
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * A mail server that is unreachable, busy, or rejects our password may work again soon. One that rejects the address or
 * the message (5xx) will always do so.
 */
export function mailFault(thrown: unknown): MailFault {
  if (thrown instanceof AppError) return { message: thrown.message, isPermanent: true };
  if (!(thrown instanceof Error)) return { message: 'The message could not be sent.', isPermanent: false };
  const code = 'code' in thrown ? String(thrown.code) : '';
  const status = 'responseCode' in thrown ? Number(thrown.responseCode) : null;
  const response = 'response' in thrown && thrown.response ? oneLine(String(thrown.response), 500) : null;
  const isPermanent = ABOUT_THE_MESSAGE.has(code) && (status === null || status >= 500);
  if (isPermanent) {
    return {
      message: `The mail server refused it: ${response ?? oneLine(thrown.message, 500)}`,
      isPermanent,
    };
  }
  if (code === 'EAUTH') {
    return { message: 'The mail server refused the user name and password in SMTP_URL.', isPermanent };
  }
  const fault = tlsFault(code, thrown.message);
  if (fault !== null) return { message: fault, isPermanent };
  if (response !== null) return { message: `The mail server put it off: ${response}`, isPermanent };
  return {
    message: `Couldn't reach the mail server (${code || oneLine(thrown.message, 200)}).`,
    isPermanent,
  };
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
