/** Each bucket of times is this much longer than the one before, from one millisecond on. */
export const BUCKET_GROWTH = 1.1;

/** The time that stands for all times of a bucket, in milliseconds: at most 5 % away from each of them. */
export const timeOfBucket = (bucket: number): number => (2 * BUCKET_GROWTH ** bucket) / (BUCKET_GROWTH + 1);

/** How many times fell into each bucket, by its number. */
export type BucketCounts = ReadonlyMap<number, number>;

/**
 * The percentile of all times, in milliseconds; null without times.
 *
 * @param share 0.5 for the median
 */
export function timeAtShare(counts: BucketCounts, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [bucket, count] of [...counts].sort(([a], [b]) => a - b)) {
    below += count;
    if (count > 0 && below >= share * total) return timeOfBucket(bucket);
  }
  return null;
}
