import { clock } from '@/server/base/clock';
import { processWide } from '@/server/base/process-wide';
import { withinTime } from '@/server/base/waiting/within-time';

/** How long a check may take. */
export const CHECK_MS = 30_000;

/** Resolves as a check does, or throws `TookTooLong` when its time is up. */
export const inCheckTime = <T>(work: Promise<T>): Promise<T> => withinTime(work, CHECK_MS);

interface Kept {
  answer: Promise<unknown>;
  /** Null while it is being found out. */
  endedAtMs: number | null;
}

/** How many answers are kept before the old ones are dropped. */
const MOST_KEPT = 1000;

/**
 * Returns what `find` found lately under this key, or finds it out now. Everyone who asks while it is being found out
 * waits for the same answer, however long that takes: what doesn't respond is never asked twice at a time.
 */
export function shared<T>(key: string, freshMs: number, find: () => Promise<T>): Promise<T> {
  const all = processWide('answers of checks', () => new Map<string, Kept>());
  const nowMs = clock.nowMs();
  const isFresh = ({ endedAtMs }: Kept) => endedAtMs === null || Math.abs(nowMs - endedAtMs) < freshMs;
  const before = all.get(key);
  if (before !== undefined && isFresh(before)) return before.answer as Promise<T>;
  if (all.size >= MOST_KEPT) {
    for (const [each, { endedAtMs }] of all) if (endedAtMs !== null) all.delete(each);
  }
  const answer = find();
  const kept: Kept = { answer, endedAtMs: null };
  const end = () => {
    kept.endedAtMs = clock.nowMs();
  };
  answer.then(end, end);
  all.set(key, kept);
  return answer;
}
