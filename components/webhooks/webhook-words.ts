import type { StatusTone } from '@/lib/runs/run-status';
import type { ListedWebhook } from './use-webhooks';

/** What came of a delivery, in a word. */
export const deliveryWord: Readonly<Record<'started' | 'refused', { tone: StatusTone; word: string }>> = {
  started: { tone: 'good', word: 'Run started' },
  refused: { tone: 'bad', word: 'Refused' },
};

/** Whether a webhook starts runs now, in a word. */
export const stateWord = ({ isEnabled }: ListedWebhook): { tone: StatusTone; word: string } =>
  isEnabled ? { tone: 'good', word: 'On' } : { tone: 'caution', word: 'Paused' };
