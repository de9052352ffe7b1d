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
