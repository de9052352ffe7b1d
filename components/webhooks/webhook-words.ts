import { type StatusLabel, statusLabel, WAITING_FOR_APPROVAL } from '@/lib/runs/run-status';
import type { Delivery, ListedWebhook } from './use-webhooks';

/** What came of a delivery, in a word: of one that started a run, how the run is doing. */
export function deliveryWord({ state, run }: Pick<Delivery, 'state' | 'run'>): StatusLabel {
  if (state === 'refused') return { tone: 'bad', word: 'Refused' };
  if (run === null) return { tone: 'none', word: 'Run started' };
  return run.isWaitingForApproval ? WAITING_FOR_APPROVAL : statusLabel(run.status, run.endReason);
}

/** Whether a webhook starts runs now, in a word. */
export const stateWord = ({ isEnabled }: ListedWebhook): StatusLabel =>
  isEnabled ? { tone: 'good', word: 'On' } : { tone: 'caution', word: 'Paused' };
