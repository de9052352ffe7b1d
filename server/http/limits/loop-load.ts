import { performance } from 'node:perf_hooks';

/** Long enough to even out one render, short enough to notice that it is over. */
const WINDOW_MS = 100;
/** A process that works for more than this share of its time is busy. */
const BUSY_SHARE = 0.5;

/**
 * Returns a function that says whether the event loop of this process had work for most of the last moments. Each
 * caller has its own, because asking begins a new window.
 */
export function loopLoad(): () => boolean {
  let mark = performance.eventLoopUtilization();
  let markedAtMs = performance.now();
  let isBusy = false;
  return () => {
    const nowMs = performance.now();
    if (nowMs - markedAtMs >= WINDOW_MS) {
      isBusy = performance.eventLoopUtilization(mark).utilization > BUSY_SHARE;
      mark = performance.eventLoopUtilization();
      markedAtMs = nowMs;
    }
    return isBusy;
  };
}
