const words = {
  good: [
    'success',
    'successful',
    'succeeded',
    'ok',
    'paid',
    'active',
    'enabled',
    'approved',
    'complete',
    'completed',
    'done',
    'delivered',
    'shipped',
    'resolved',
    'healthy',
    'valid',
    'passed',
    'verified',
    'confirmed',
    'fulfilled',
    'yes',
    'true',
    'won',
    'live',
    'online',
  ],
  caution: [
    'pending',
    'waiting',
    'queued',
    'hold',
    'on hold',
    'paused',
    'review',
    'in review',
    'unpaid',
    'partial',
    'partially paid',
    'late',
    'warning',
    'trial',
    'processing',
    'in progress',
    'due',
    'expiring',
    'degraded',
    'draft',
  ],
  bad: [
    'failed',
    'failure',
    'error',
    'rejected',
    'declined',
    'canceled',
    'cancelled',
    'overdue',
    'expired',
    'blocked',
    'deleted',
    'invalid',
    'refused',
    'critical',
    'down',
    'offline',
    'lost',
    'no',
    'false',
    'churned',
    'suspended',
    'banned',
  ],
} as const;

/** Tones without a meaning, for all other values. */
const others = ['blue', 'violet', 'teal', 'pink'] as const;

export type BadgeTone = keyof typeof words | (typeof others)[number];

const toneOfWord = new Map<string, BadgeTone>(
  (['good', 'caution', 'bad'] as const).flatMap((tone) => words[tone].map((word) => [word, tone] as const)),
);

/** The tone of a value in a badge: by its word, or else one that the value always has. */
export function badgeTone(text: string): BadgeTone {
  const word = text.trim().toLowerCase().replaceAll(/[_-]+/g, ' ');
  const known = toneOfWord.get(word);
  if (known !== undefined) return known;
  let sum = 0;
  for (const character of word) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return others[sum % others.length] ?? 'blue';
}
