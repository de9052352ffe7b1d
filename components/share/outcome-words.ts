import { nameOf, type Recipient } from './recipients';

/** What is told after sharing: one line of good news, and one for each who could not be shared with. */
export interface OutcomeWords {
  success: string | null;
  failures: string[];
}

/** The documents' words (their section 8), with the reason behind each failure. */
export function outcomeWords(recipients: readonly Recipient[], provider: string): OutcomeWords {
  const shared = recipients.filter(({ problem }) => problem === null);
  const failed = recipients.filter(({ problem }) => problem !== null);
  if (shared.length === 0) return { success: null, failures: [allFailed(provider)] };
  return {
    success: `Successfully shared with ${sharedWith(shared)}`,
    failures: failed.map((one) => `Error sharing with ${nameOf(one)}: ${one.problem}`),
  };
}

export const allFailed = (provider: string): string =>
  `Error sharing. Make sure the email addresses are correct. If so, report bug to ${provider}`;

function sharedWith(shared: readonly Recipient[]): string {
  const [only] = shared;
  if (only !== undefined && shared.length === 1) return nameOf(only);
  const groups = shared.filter(({ kind }) => kind === 'group').length;
  const people = shared.length - groups;
  return [
    ...(people > 0 ? [people === 1 ? 'one person' : `${people} people`] : []),
    ...(groups > 0 ? [groups === 1 ? 'one group' : `${groups} groups`] : []),
  ].join(' and ');
}
