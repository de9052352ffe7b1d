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
  if (response !== null) return { message: `The mail server put it off: ${response}`, isPermanent };
  return {
    message: `The mail server cannot be reached (${code || oneLine(thrown.message, 200)}).`,
    isPermanent,
  };
}
