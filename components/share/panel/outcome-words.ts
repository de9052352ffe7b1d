import { allOf } from '@/lib/base/text/lists';
import type { posted } from '@/lib/contract/sharing/mail-outcome';
import type { Decoded } from '@/lib/wire/wire';
import { nameOf, type Recipient } from '../recipients/recipients';

/** The messages afterward: one for success, and one for each failed recipient. */
export interface OutcomeWords {
  success: string | null;
  failures: string[];
}

/** The action on the recipients, in the documents' words (their section 8). */
export interface ShareAction {
  /** `Successfully shared with` … */
  success: string;
  /** `Error sharing with` … */
  failure: string;
  /** `Error sharing`: if the request itself failed. */
  requestFailed: string;
}

export const SHARING: ShareAction = {
  success: 'Successfully shared with',
  failure: 'Error sharing with',
  requestFailed: 'Error sharing',
};
export const INVITING: ShareAction = {
  success: 'Successfully invited',
  failure: 'Error inviting',
  requestFailed: 'Error inviting',
};

/** The outcome, with the reason for each failure. */
export function outcomeWords(recipients: readonly Recipient[], action: ShareAction): OutcomeWords {
  const done = recipients.filter(({ problem }) => problem === null);
  const failed = recipients.filter(({ problem }) => problem !== null);
  return {
    success: done.length === 0 ? null : `${action.success} ${namesOrCount(done)}`,
    failures: failed.map((one) => `${action.failure} ${nameOf(one)}: ${one.problem}`),
  };
}

function namesOrCount(recipients: readonly Recipient[]): string {
  const [only] = recipients;
  if (only !== undefined && recipients.length === 1) return nameOf(only);
  const groups = recipients.filter(({ kind }) => kind === 'group').length;
  const people = recipients.length - groups;
  return [
    ...(people > 0 ? [people === 1 ? 'one person' : `${people} people`] : []),
    ...(groups > 0 ? [groups === 1 ? 'one group' : `${groups} groups`] : []),
  ].join(' and ');
}

/** Without a mail server, messages wait until an admin sends their links. Null if none waits. */
export function inOutbox(
  outcomes: readonly { posted: Decoded<typeof posted> }[],
  isAdmin: boolean,
): string | null {
  const waiting = outcomes.filter((outcome) => outcome.posted === 'outbox').length;
  if (waiting === 0) return null;
  if (isAdmin) {
    return waiting === 1
      ? 'No mail server is set up. Copy the link and send it yourself.'
      : `No mail server is set up. ${waiting} links wait in the outbox for you to send them yourself.`;
  }
  return waiting === 1
    ? 'No mail server is set up: the message waits in the outbox until an admin sends its link.'
    : `No mail server is set up: ${waiting} messages wait in the outbox until an admin sends their links.`;
}

/** Says that messages wait for a mail server that doesn't answer; null if none does. */
export function delayed(
  outcomes: readonly { posted: Decoded<typeof posted> }[],
  isAdmin: boolean,
): string | null {
  const count = outcomes.filter((outcome) => outcome.posted === 'delayed').length;
  if (count === 0) return null;
  const wait =
    count === 1
      ? "The mail server doesn't answer: the message is queued, and is sent once it does."
      : `The mail server doesn't answer: ${count} messages are queued, and are sent once it does.`;
  if (!isAdmin) return wait;
  return count === 1
    ? `${wait} Or copy the link and send it yourself.`
    : `${wait} Or send their links from the outbox yourself.`;
}

/** Says that a held copy keeps messages back; null if it keeps none. */
export function heldBack(outcomes: readonly { posted: Decoded<typeof posted> }[]): string | null {
  const count = outcomes.filter((outcome) => outcome.posted === 'queued').length;
  if (count === 0) return null;
  return `${count === 1 ? 'The message waits' : `${count} messages wait`}: this copy of Pushboard sends nothing until it is released.`;
}

/** The recipients without an email address; null if all have one. */
export function notWrittenTo(
  recipients: readonly Recipient[],
  outcomes: readonly { userId: string | null; email: string | null; error: string | null }[],
): string | null {
  const silent = new Set(
    outcomes.filter(({ email, error }) => email === null && error === null).map(({ userId }) => userId),
  );
  const names = recipients.filter(({ kind, id }) => kind === 'person' && silent.has(id)).map(nameOf);
  if (names.length === 0) return null;
  const have = names.length === 1 ? 'has no email address' : 'have no email address';
  return `${allOf(names)} ${have}, so nothing was sent to them. Tell them yourself.`;
}
