import { AppError } from '@/server/errors';
import { oneLine } from '@/server/mail/content';

/** Why a message did not go, in words for an admin, and whether it may go later. */
export interface MailFault {
  message: string;
  isPermanent: boolean;
}

/** What the library says of the message itself, rather than of the way to the server. */
const ABOUT_THE_MESSAGE = new Set(['EENVELOPE', 'EMESSAGE']);

/**
 * A mail server that is away, busy or refuses our password may be right again soon. One that refuses the address or
 * the message (5xx) will do so every time.
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
    message: `The mail server cannot be reached (${code || oneLine(thrown.message, 200)}).`,
    isPermanent,
  };
}

/** What keeps a connection from being safe, with what to do about it; null for everything else. */
function tlsFault(code: string, said: string): string | null {
  const reason = oneLine(said, 200);
  if (code === 'ETLS') return `SMTP_TLS requires TLS, and the mail server does not start it (${reason}).`;
  if (code !== 'ESOCKET') return null;
  if (said.includes('altnames')) {
    return `The mail server's certificate is for another name than SMTP_URL has (${reason}).`;
  }
  if (!/certificate|self.signed/i.test(said)) return null;
  return `The mail server's certificate is not trusted (${reason}). Name a file with what to trust in SMTP_CA_FILE.`;
}
