import { CLICKS, type Click, type Clicked } from './clicks';
import { type Counts, serverErrors } from './counts';

/** The measurements of a day in hell. */
export interface Day {
  quiet: Clicked;
  loaded: Clicked;
  /** Where the time of the runs went. */
  runParts: string;
  attacks: Counts;
  /** The failed runs of others, described. */
  lost: readonly string[];
  /** Peaks in MB; null for a process that did not survive. */
  webMb: number | null;
  workerMb: number | null;
  diskMb: number;
}

const MOST_FACTOR = 5;
const MOST_MS = 300;
const MOST_MB = 600;

/** A percentile of sorted values. */
function share(tookMs: readonly number[], part: number): number {
  const sorted = [...tookMs].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const p50 = (clicked: Clicked, click: Click) => share(clicked.tookMs[click], 0.5);
const p95 = (clicked: Clicked, click: Click) => share(clicked.tookMs[click], 0.95);
const number = (value: number, digits = 0) => value.toFixed(digits).padStart(10);

/** The figures as text. */
export function report({ quiet, loaded, runParts, attacks, lost, webMb, workerMb, diskMb }: Day): string {
  const heading = ['quiet p50', 'p95', 'hell p50', 'p95', 'factor', 'clicks'];
  const lines = [`${' '.repeat(10)}${heading.map((word) => word.padStart(10)).join('')}   (ms)`];
  for (const click of CLICKS) {
    const [before, under] = [p95(quiet, click), p95(loaded, click)];
    const times = [p50(quiet, click), before, p50(loaded, click), under].map((ms) => number(ms)).join('');
    lines.push(
      `${click.padEnd(10)}${times}${number(under / before, 1)}${number(loaded.tookMs[click].length)}`,
    );
  }
  lines.push(runParts);
  const outcomes = { ...attacks, 'others, quiet': flat(quiet.counts), 'others, hell': flat(loaded.counts) };
  lines.push('');
  for (const [name, times] of Object.entries(outcomes)) {
    const outcomes = Object.entries(times).map(([outcome, count]) => `${outcome} × ${count}`);
    lines.push(`${name.padEnd(16)}${outcomes.join(', ')}`);
  }
  lines.push('', `web ${megabytes(webMb)}, worker ${megabytes(workerMb)} at most; ${diskMb} MB on the disk`);
  lines.push(`runs of others that were lost: ${lost.length}`, ...new Set(lost));
  return lines.join('\n');
}

const flat = (counts: Counts): Record<string, number> =>
  Object.fromEntries(
    Object.entries(counts).flatMap(([what, outcomes]) =>
      Object.entries(outcomes).map(([outcome, times]) => [`${what} ${outcome}`, times]),
    ),
  );

const megabytes = (peak: number | null): string => (peak === null ? 'did not survive' : `${peak} MB`);

/** The broken promises, described; empty if there are none. */
export function faultsOf({ quiet, loaded, attacks, lost, webMb, workerMb }: Day): string[] {
  const faults: string[] = [];
  for (const click of CLICKS) {
    const [before, under] = [p95(quiet, click), p95(loaded, click)];
    const most = Math.min(before * MOST_FACTOR, MOST_MS);
    if (!(under <= most))
      faults.push(`${click}: p95 is ${under.toFixed(0)} ms; ${most.toFixed(0)} ms at most`);
  }
  const errors = serverErrors(attacks) + serverErrors(quiet.counts) + serverErrors(loaded.counts);
  if (errors > 0) faults.push(`${errors} responses were server errors (5xx)`);
  for (const [name, peak] of Object.entries({ web: webMb, worker: workerMb })) {
    if (peak === null) faults.push(`${name} did not survive`);
    else if (peak >= MOST_MB) faults.push(`${name} used ${peak} MB; ${MOST_MB} MB at most`);
  }
  if (lost.length > 0) faults.push(`${lost.length} runs of others were lost`);
  return faults;
}
