import { performance } from 'node:perf_hooks';

/** How long something took, one call at a time, in milliseconds. */
export interface Timing {
  median: number;
  p95: number;
  slowest: number;
}

/** Calls `work` one call at a time, after warm-up calls that are not counted. */
export async function measure(times: number, work: () => Promise<unknown>): Promise<Timing> {
  const [timing] = await measureInTurns(times, [work]);
  return timing as Timing;
}

/**
 * Calls each of `works` in turn, `times` times, after warm-up calls that are not counted. A machine that slows down for a
 * minute slows all of them down, so the ratios stay valid even if the figures don't.
 */
export async function measureInTurns(
  times: number,
  works: readonly (() => Promise<unknown>)[],
): Promise<Timing[]> {
  const took = works.map((): number[] => []);
  for (let i = -Math.ceil(times / 5); i < times; i += 1) {
    for (const [index, work] of works.entries()) {
      const startedAtMs = performance.now();
      await work();
      if (i >= 0) took[index]?.push(performance.now() - startedAtMs);
    }
  }
  return took.map(timingOf);
}

/** Sorts what it is given. */
export function timingOf(took: number[]): Timing {
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}

const column = (value: number) => value.toFixed(2).padStart(9);

/** One line per row, with its ratio to the first row, which is the direct call. */
export function printTable(title: string, rows: Readonly<Record<string, Timing>>): void {
  const [direct] = Object.values(rows);
  console.log(`\n${title}\n${' '.repeat(34)}   median      p95  slowest    ratio`);
  for (const [name, { median, p95, slowest }] of Object.entries(rows)) {
    const ratio = direct === undefined ? 1 : median / direct.median;
    console.log(`${name.padEnd(34)}${column(median)}${column(p95)}${column(slowest)}${column(ratio)}`);
  }
}
