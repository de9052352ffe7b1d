import type { StatusLabel } from '@/lib/runs/run-status';
import type { OutboxRow } from './use-outbox';

/** The delivery status of a message, in a word. */
export const stateLabels: Readonly<Record<OutboxRow['state'], StatusLabel>> = {
  outbox: { tone: 'caution', word: 'Not sent' },
  waiting: { tone: 'active', word: 'Waiting' },
  sending: { tone: 'active', word: 'Sending' },
  sent: { tone: 'good', word: 'Sent' },
  failed: { tone: 'bad', word: 'Failed' },
};

/** What a message is about, in a word. */
export const kindWords: Readonly<Record<OutboxRow['kind'], string>> = {
  invite: 'Invitation',
  share: 'Share',
  link: 'Link',
  access_request: 'Request for access',
  result: 'Result',
  approval: 'Request for approval',
  schedule: 'Scheduled job',
  error: 'Error',
};

/** The subject without the sender's address, which would push what the message is about out of a line. */
export const shortSubject = (subject: string): string => subject.replace(/ \([^()\s]+@[^()\s]+\)/, '');

/** Why a message waits in a copy; null if it doesn't. */
export const heldBecause = ({ state }: OutboxRow, isHeld: boolean): string | null =>
  state === 'waiting' && isHeld ? 'Held: this is a copy, which sends nothing until it is released' : null;

/** A message that is held, or postponed, says so instead of just waiting. */
export function stateOf({ state, attempts, lastError }: OutboxRow, isHeld: boolean): StatusLabel {
  if (state === 'waiting' && isHeld) return { tone: 'caution', word: 'Held' };
  if (state !== 'waiting' || lastError === null) return stateLabels[state];
  return { tone: 'caution', word: attempts === 1 ? 'Tried once' : `Tried ${attempts} times` };
}
