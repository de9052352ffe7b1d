import { provider } from '@/components/ui/providers/provider';
import type { posted } from '@/lib/contract/mail-outcome';
import type { Ours } from '@/lib/contract/wire';
import { nameOf, type Recipient } from '../recipients/recipients';

/** What is told afterward: one line of good news, and one for each with whom it did not work. */
export interface OutcomeWords {
  success: string | null;
  failures: string[];
}

/** What was done to the recipients, in the documents' words (their section 8). */
export interface ShareAction {
  /** `Successfully shared with` … */
  success: string;
  /** `Error sharing with` … */
  failure: string;
  /** `Error sharing`: where it worked with nobody. */
  allFailed: string;
}

export const SHARING: ShareAction = {
  success: 'Successfully shared with',
  failure: 'Error sharing with',
  allFailed: 'Error sharing',
};
export const INVITING: ShareAction = {
  success: 'Successfully invited',
  failure: 'Error inviting',
  allFailed: 'Error inviting',
};

/** How it went, with the reason behind each failure. */
export function outcomeWords(recipients: readonly Recipient[], action: ShareAction): OutcomeWords {
  const done = recipients.filter(({ problem }) => problem === null);
  const failed = recipients.filter(({ problem }) => problem !== null);
  if (done.length === 0) return { success: null, failures: [allFailed(action)] };
  return {
    success: `${action.success} ${namesOrCount(done)}`,
    failures: failed.map((one) => `${action.failure} ${nameOf(one)}: ${one.problem}`),
  };
}

export const allFailed = ({ allFailed: words }: ShareAction): string =>
  `${words}. Make sure the email addresses are correct. If so, report bug to ${provider()}`;

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

/** Where there is no mail server, messages wait until somebody passes their links on. */
export const IN_OUTBOX =
  'No mail server is set up: the message waits in the outbox until an admin passes its link on.';

export const isInOutbox = (outcomes: readonly { posted: Ours<typeof posted> }[]): boolean =>
  outcomes.some((outcome) => outcome.posted === 'outbox');

/** Those who were shared with and have no address to be written to; null where there are none. */
export function notWrittenTo(
  recipients: readonly Recipient[],
  outcomes: readonly { userId: string | null; email: string | null; error: string | null }[],
): string | null {
  const silent = new Set(
    outcomes.filter(({ email, error }) => email === null && error === null).map(({ userId }) => userId),
  );
  const names = recipients.filter(({ kind, id }) => kind === 'person' && silent.has(id)).map(nameOf);
  if (names.length === 0) return null;
  const have = names.length === 1 ? 'has no e-mail address' : 'have no e-mail address';
  return `${new Intl.ListFormat('en').format(names)} ${have}, so nothing was sent to them. Tell them yourself.`;
}
