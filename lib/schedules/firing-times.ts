import { type CronExpression, nextOnTheWall } from './cron-expression';
import { instantOf, wallAt } from './wall-clock';

/**
 * When a schedule fires next after a moment, in milliseconds. It follows the clocks on the wall: a time that they skip
 * is the moment at which they skip it, and a time that they show twice is its first moment. So it fires at most once for
 * each time on the wall, and never twice at one moment.
 */
export function nextTime(cron: CronExpression, zone: string, afterMs: number): number {
  let wall = wallAt(zone, afterMs);
  for (;;) {
    wall = nextOnTheWall(cron, wall);
    const instant = instantOf(zone, wall);
    // Where an hour repeats, the times of its second pass have passed already.
    if (instant > afterMs) return instant;
  }
}

/** The next times after a moment. */
export function nextTimes(cron: CronExpression, zone: string, afterMs: number, count: number): number[] {
  const times: number[] = [];
  let last = afterMs;
  while (times.length < count) {
    last = nextTime(cron, zone, last);
    times.push(last);
  }
  return times;
}

/** What has come due since a schedule was last looked at. */
export interface Due {
  /** How many times have come, the first and the latest included. */
  count: number;
  latestMs: number;
  /** The latest but one; the first if there is only one. */
  previousMs: number;
  nextMs: number;
}

/** @param firstMs the first time that has come, which is not after `nowMs` */
export function dueTimes(cron: CronExpression, zone: string, firstMs: number, nowMs: number): Due {
  let [previousMs, latestMs, count] = [firstMs, firstMs, 1];
  for (;;) {
    const nextMs = nextTime(cron, zone, latestMs);
    if (nextMs > nowMs) return { count, latestMs, previousMs, nextMs };
    previousMs = latestMs;
    latestMs = nextMs;
    count++;
  }
}
