import type { OutcomeWords } from '../panel/outcome-words';
import { nameOf, type Recipient } from '../recipients/recipients';

/** What is said after results were mailed, in the documents' words (their section 8), with the reason of each failure. */
export function sentWords(recipients: readonly Recipient[]): OutcomeWords {
  const sent = recipients.filter(({ problem }) => problem === null);
  const failed = recipients.filter(({ problem }) => problem !== null);
  const [only] = sent;
  const to = sent.length === 1 && only !== undefined ? nameOf(only) : `${sent.length} people`;
  return {
    success: sent.length === 0 ? null : `Successfully sent to ${to}`,
    failures: failed.map((one) => `Error sending to ${nameOf(one)}: ${one.problem}`),
  };
}
