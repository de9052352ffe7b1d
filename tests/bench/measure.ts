import { performance } from 'node:perf_hooks';

/** How long something took, one at a time, in milliseconds. */
export interface Timing {
  median: number;
  p95: number;
  slowest: number;
}

/** Calls `work` one at a time, after calls that warm it up and are not counted. */
export async function measure(times: number, work: () => Promise<unknown>): Promise<Timing> {
  for (let i = 0; i < Math.ceil(times / 5); i += 1) await work();
  const took: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const startedAtMs = performance.now();
    await work();
    took.push(performance.now() - startedAtMs);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { median: at(0.5), p95: at(0.95), slowest: at(1) };
}

const column = (value: number) => value.toFixed(2).padStart(9);

/** One line a row, with its ratio to the first row, which is the direct call. */
export function printTable(title: string, rows: Readonly<Record<string, Timing>>): void {
  const [direct] = Object.values(rows);
  console.log(`\n${title}\n${' '.repeat(34)}   median      p95  slowest    ratio`);
  for (const [name, { median, p95, slowest }] of Object.entries(rows)) {
    const ratio = direct === undefined ? 1 : median / direct.median;
    console.log(`${name.padEnd(34)}${column(median)}${column(p95)}${column(slowest)}${column(ratio)}`);
  }
}
