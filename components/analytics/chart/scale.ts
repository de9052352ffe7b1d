/** Lines of a chart from 0 to at least a value: at most five, at 1, 2, or 5 times a power of ten. */
export function linesTo(highest: number): number[] {
  const step = niceStep(Math.max(1, highest) / 4);
  const count = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((each) => each * power >= least) ?? 10;
  return factor * power;
}

/** Of so many labels side by side, which fit: every first, second, and so on. The last one always stands. */
export function labelsThatFit(count: number, widthPx: number, labelPx: number): (index: number) => boolean {
  const every = Math.max(1, Math.ceil((count * labelPx) / Math.max(1, widthPx)));
  return (index) => (count - 1 - index) % every === 0;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** Distances between lines of times, beyond which they are whole hours. */
const TIME_STEPS_MS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND_MS, count * MINUTE_MS])
  .sort((a, b) => a - b);

/** Lines from 0 to at least a time in milliseconds, at times that people read at a glance. */
export function timeLinesTo(highestMs: number): number[] {
  if (highestMs <= 4 * SECOND_MS) return linesTo(highestMs);
  const step =
    TIME_STEPS_MS.find((each) => each * 4 >= highestMs) ?? niceStep(highestMs / 4 / HOUR_MS) * HOUR_MS;
  const count = Math.ceil(highestMs / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** A time at a line, such as `200 ms`, `2 s`, `15 m`, or `2 h`. */
export function lineTime(ms: number): string {
  if (ms === 0) return '0';
  if (ms < SECOND_MS) return `${ms} ms`;
  if (ms < MINUTE_MS) return `${ms / SECOND_MS} s`;
  return ms < HOUR_MS ? `${ms / MINUTE_MS} m` : `${ms / HOUR_MS} h`;
}
