import type { StatusTone } from '@/lib/runs/run-status';

/** `apiError` is a call that failed; `failure` and `warning` are answers. */
export type CheckState = 'loading' | 'success' | 'warning' | 'failure' | 'apiError';

/** A check as the page shows it, whatever was asked. */
export interface CheckView {
  /** Names it in the page's address. */
  key: string;
  name: string;
  state: CheckState;
  message: string;
  data: string | null;
  traceback: string | null;
  stack: string | null;
  /** ISO 8601; null before the first answer. */
  answeredAt: string | null;
  refresh: () => void;
}

export const stateWords: Readonly<Record<CheckState, { tone: StatusTone; word: string }>> = {
  loading: { tone: 'active', word: 'Checking' },
  success: { tone: 'good', word: 'Passed' },
  warning: { tone: 'caution', word: 'Needs a look' },
  failure: { tone: 'bad', word: 'Failed' },
  apiError: { tone: 'bad', word: 'API error' },
};

const MOST_SHOWN = 3;
const ranks: Readonly<Record<CheckState, number>> = {
  apiError: 0,
  failure: 0,
  warning: 1,
  loading: 2,
  success: 3,
};

/** What to say of all checks in one line. */
export interface Summary {
  tone: StatusTone;
  text: string;
  /** The worst, at most three; of equally bad ones, those that come first. */
  worst: CheckView[];
}

export function summaryOf(checks: readonly CheckView[]): Summary {
  const bad = checks.filter(({ state }) => ranks[state] < ranks.loading);
  const worst = [...bad].sort((a, b) => ranks[a.state] - ranks[b.state]).slice(0, MOST_SHOWN);
  const waiting = checks.filter(({ state }) => state === 'loading').length;
  if (bad.length > 0) {
    const isFailing = worst.some(({ state }) => ranks[state] === 0);
    return { tone: isFailing ? 'bad' : 'caution', text: problemWords(bad.length), worst };
  }
  if (waiting > 0) {
    return { tone: 'active', text: `${checks.length - waiting} of ${checks.length} done`, worst };
  }
  return { tone: 'good', text: passedWords(checks.length), worst };
}

const passedWords = (count: number): string => (count === 1 ? '1 check passed' : `${count} checks passed`);

const problemWords = (count: number): string =>
  count === 1 ? '1 thing needs attention' : `${count} things need attention`;
