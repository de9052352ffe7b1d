const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A duration as people read it: `38 ms`, `4.2 s`, `48 s`, `1 m 12 s`, `2 h 3 m 4 s`. */
export function formatDuration(durationMs: number): string {
  const elapsedMs = Math.max(0, durationMs);
  if (elapsedMs < SECOND_MS) return `${Math.round(elapsedMs)} ms`;
  if (elapsedMs < 10 * SECOND_MS) return `${(Math.floor(elapsedMs / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor((elapsedMs % MINUTE_MS) / SECOND_MS);
  if (elapsedMs < MINUTE_MS) return `${seconds} s`;
  const minutes = Math.floor((elapsedMs % HOUR_MS) / MINUTE_MS);
  if (elapsedMs < HOUR_MS) return `${minutes} m ${seconds} s`;
  return `${Math.floor(elapsedMs / HOUR_MS)} h ${minutes} m ${seconds} s`;
}

/** How long a run took, from its start to its end; null while either is unknown. */
export function runDurationMs(run: { startedAt: string | null; endedAt: string | null }): number | null {
  if (run.startedAt === null || run.endedAt === null) return null;
  return Date.parse(run.endedAt) - Date.parse(run.startedAt);
}

/** Whole seconds since a moment, for a counter that ticks: `0 s`, `12 s`, `1 m 3 s`. */
export function formatElapsed(elapsedMs: number): string {
  const wholeMs = Math.floor(Math.max(0, elapsedMs) / SECOND_MS) * SECOND_MS;
  if (wholeMs < MINUTE_MS) return `${wholeMs / SECOND_MS} s`;
  return formatDuration(wholeMs);
}
