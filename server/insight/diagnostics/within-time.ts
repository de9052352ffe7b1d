import { clock } from '@/server/base/clock';
import { processWide } from '@/server/base/process-wide';

/** How long a check may take (document 3 §9). */
export const CHECK_MS = 30_000;

/** A check took too long. What it waits for may still respond. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';

  constructor(limitMs: number) {
    super(`There was no response within ${limitMs / 1000} seconds.`);
  }
}

/** Resolves as `work` does, or throws `TookTooLong` when its time is up. */
export async function withinTime<T>(work: Promise<T>, limitMs = CHECK_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(limitMs)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

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
