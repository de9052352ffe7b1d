import type { ScopeWords } from '@/components/command/scope-field';
import { counted } from '@/lib/base/text/counted';
import type { Token } from './use-tokens';

const DAY_MS = 24 * 60 * 60 * 1000;
const SOON_DAYS = 7;
/** As many names as fit below what a token can do. */
const MOST_NAMES = 2;

/** The choices of a new token's lifetime, in days. */
export const LIFETIMES = [7, 30, 90, 180, 365] as const;
export const USUAL_LIFETIME = 90;

/** A lifetime as a choice. */
export const lifetimeLabel = (days: number): string => (days === 365 ? 'In a year' : `In ${days} days`);

/** What the scopes of a token mean for its owner. */
export const scopeWords = (isOfService: boolean): ScopeWords => ({
  run: {
    label: 'Run chosen commands',
    description: 'See and run these, and nothing else. Safest for assistants.',
  },
  read: { label: 'Read', description: 'See commands, runs, and results. Runs nothing.' },
  everything: isOfService
    ? { label: 'Everything that is shared with it', description: 'Run, configure, and share.' }
    : { label: 'Everything I can do', description: 'Run, configure, and share. For your own use.' },
});

type ScopeFacts = Pick<Token, 'scope' | 'commandCount' | 'folderCount' | 'commands' | 'folders'>;

/** What that means: the names of what it runs, as far as the reader may see them. */
export function scopeDetail({ scope, commands, folders, commandCount, folderCount }: ScopeFacts): string {
  if (scope === 'everything') return 'Run, configure, share';
  if (scope === 'read') return 'Commands, runs, and results';
  const names = [...folders, ...commands].map(({ name }) => name);
  const shown = names.slice(0, MOST_NAMES);
  const more = commandCount + folderCount - shown.length;
  if (shown.length === 0) return 'None of them is available to you';
  return more === 0 ? shown.join(', ') : `${shown.join(', ')}, ${more} more`;
}

export interface Expiry {
  text: string;
  state: 'good' | 'soon' | 'over';
}

/** When a token ends, counted from now. */
export function expiryOf(expiresAt: string, nowMs: number): Expiry {
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return { text: 'Expired', state: 'over' };
  const days = Math.round(leftMs / DAY_MS);
  const text = days === 0 ? 'within a day' : `in ${counted(days, 'day')}`;
  return { text, state: days <= SOON_DAYS ? 'soon' : 'good' };
}

/** A day as a calendar has it, in the reader's time zone: `Sun, Feb 21, 2027`. */
export const dayOf = (at: string | number): string =>
  new Date(at).toLocaleDateString('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  });

/** The day on which a token made now ends. */
export const endsOn = (days: number, nowMs: number): string => dayOf(nowMs + days * DAY_MS);
