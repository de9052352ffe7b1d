/** How many rows had ended at a moment. */
export interface Sample {
  atMs: number;
  ended: number;
}

/** Rows that ended longer ago say little about the pace now. */
const WINDOW_MS = 10_000;

/** The samples that still count, with a new one. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const kept = samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS);
  return [...kept, sample];
}

/** Rows per second lately; null if nothing is known yet. */
export function paceOf(samples: readonly Sample[]): number | null {
  const [first] = samples;
  const last = samples.at(-1);
  if (first === undefined || last === undefined || last.atMs - first.atMs < 500) return null;
  return (last.ended - first.ended) / ((last.atMs - first.atMs) / 1000);
}

/** The time that the rest takes at this pace, in milliseconds; null if that can't be said. */
export const timeLeftMs = (rest: number, pace: number | null): number | null =>
  pace === null || pace <= 0 ? null : (rest / pace) * 1000;
