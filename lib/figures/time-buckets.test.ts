import { expect, test } from 'vitest';
import { BUCKET_GROWTH, timeAtShare, timeOfBucket } from './time-buckets';

/** As server/insight/rollup/run-facts.ts writes it in SQL. */
const bucketOf = (ms: number): number => (ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(BUCKET_GROWTH)));

test('a bucket is at most 5 % away from each of its times, from two milliseconds to two days', () => {
  for (let ms = 2; ms < 172_800_000; ms = Math.ceil(ms * 1.013)) {
    expect(Math.abs(timeOfBucket(bucketOf(ms)) - ms) / ms).toBeLessThanOrEqual(0.05);
  }
});

test('the median and the 95th percentile are those of the times', () => {
  const times = Array.from({ length: 1000 }, (_, index) => (index + 1) * 7);
  const counts = new Map<number, number>();
  for (const ms of times) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1);
  expect(Math.abs((timeAtShare(counts, 0.5) ?? 0) - 3500) / 3500).toBeLessThanOrEqual(0.05);
  expect(Math.abs((timeAtShare(counts, 0.95) ?? 0) - 6650) / 6650).toBeLessThanOrEqual(0.05);
});

test('no times have no median', () => {
  expect(timeAtShare(new Map(), 0.5)).toBeNull();
});
