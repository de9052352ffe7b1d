import { nameOf, type Recipient } from '../recipients/recipients';

/** What is said after results were mailed, in the documents' words (their section 8). */
export function sentWords(
  recipients: readonly Recipient[],
  provider: string,
): { success: string | null; failure: string | null } {
  const sent = recipients.filter(({ problem }) => problem === null);
  const failed = recipients.filter(({ problem }) => problem !== null);
  if (sent.length === 0) {
    return {
      success: null,
      failure: `Error sending email. Ensure address is correct, then report bug to ${provider}`,
    };
  }
  const [only] = sent;
  const to = sent.length === 1 && only !== undefined ? nameOf(only) : `${sent.length} people`;
  return {
    success: `Successfully sent to ${to}`,
    failure:
      failed.length === 0
        ? null
        : `Error sending to ${new Intl.ListFormat('en').format(failed.map(nameOf))}. The others were sent to.`,
  };
}
