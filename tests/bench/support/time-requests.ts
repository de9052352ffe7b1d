import { performance } from 'node:perf_hooks';
import type { BenchApp } from './bench-app';
import { measure, type Timing } from './measure';

/** Sends some requests as one person, each several times; returns how long each took. */
export async function timeRequests(
  app: BenchApp,
  as: string,
  questions: Readonly<Record<string, string>>,
  times = 15,
): Promise<Record<string, Timing>> {
  const timings: Record<string, Timing> = {};
  for (const [name, path] of Object.entries(questions)) {
    timings[name] = await measure(times, async () => {
      const response = await fetch(`${app.origin}/api/v1${path}`, { headers: { 'x-demo-user-id': as } });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      await response.arrayBuffer();
    });
  }
  return timings;
}

/** Runs a long task and prints how long it took. */
export async function logDuration<T>(what: string, work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now();
  const result = await work();
  console.log(`${what}: ${((performance.now() - startedAtMs) / 1000).toFixed(1)} s`);
  return result;
}
