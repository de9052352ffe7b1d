import { z } from 'zod';
import { operationUrl } from '@/lib/client/api-client';
import { bulkProgress } from '@/lib/contract/runs/bulk-progress';
import { followRuns, logEvent, runEvent } from '@/lib/contract/runs/run-events';
import { hasEnded } from '@/lib/runs/run-status';

/** What the stream has reported about a run so far. */
export interface LiveRun extends z.output<typeof runEvent> {
  /** Its latest lines. */
  log: string | null;
}

/** How far a bulk run has come. */
export type BulkProgress = z.output<typeof bulkProgress>;

/** The longest log shown while it grows; the oldest lines are dropped. */
const LIVE_LOG_CHARS = 200_000;

/** A short run ends before a stream is worthwhile, and runs started together share one. */
const GATHER_MS = 250;
/** The wait before reopening a refused stream; polling continues meanwhile. */
const REOPEN_MS = 10_000;

/**
 * The single event stream of a tab, following all of its runs. Browsers allow six connections per host, so runs never
 * have one each. The browser itself reconnects and sends `Last-Event-ID`. The server starts every stream with the
 * status of each run, so nothing that matters is missed.
 */
export class RunStream {
  private readonly followed = new Map<number, Set<() => void>>();
  private readonly told = new Map<number, LiveRun>();
  private readonly logs = new Map<number, string>();
  private readonly counts = new Map<number, BulkProgress>();
  private source: EventSource | null = null;
  private streamed = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether events arrive; if not, callers have to poll. */
  isConnected = false;

  constructor(private readonly orgId: string) {}

  /**
   * Calls `listener` whenever something about the run or the connection changes, until the returned function is called.
   */
  follow(runId: number, listener: () => void): () => void {
    const listeners = this.followed.get(runId) ?? new Set();
    listeners.add(listener);
    this.followed.set(runId, listeners);
    this.schedule(GATHER_MS);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.followed.delete(runId);
      this.schedule(GATHER_MS);
    };
  }

  /** The latest state of a run; null before the stream has reported it. The same object until something changes. */
  latest(runId: number): LiveRun | null {
    return this.told.get(runId) ?? null;
  }

  /** The latest progress of a bulk run; null before the stream has reported it. */
  latestProgress(runId: number): BulkProgress | null {
    return this.counts.get(runId) ?? null;
  }

  private schedule(delayMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), delayMs);
  }

  /** Reopens the stream if it follows other runs than those that are running now. */
  private connect(): void {
    this.forgetOthers();
    const runs = [...this.followed.keys()].filter((runId) => !this.isOver(runId));
    const wanted = runs.join();
    if (wanted === this.streamed && this.source?.readyState !== EventSource.CLOSED) return;
    this.source?.close();
    // A new stream sends each log from its start.
    this.logs.clear();
    this.streamed = wanted;
    this.source = null;
    if (runs.length === 0) {
      this.setConnected(false);
      return;
    }
    const source = new EventSource(
      operationUrl(followRuns, { params: { orgId: this.orgId }, query: { runs } }),
    );
    this.source = source;
    source.addEventListener('open', () => this.setConnected(true));
    source.addEventListener('error', () => this.onError(source));
    source.addEventListener('status', (event) => this.onChange(event));
    source.addEventListener('rows', (event) => this.onChange(event));
    source.addEventListener('log', (event) => this.onLog(event));
    source.addEventListener('progress', (event) => this.onProgress(event));
  }

  /** A tab may stay open for days: what was reported about runs that nobody follows anymore isn't kept. */
  private forgetOthers(): void {
    for (const reported of [this.told, this.counts]) {
      for (const runId of reported.keys()) if (!this.followed.has(runId)) reported.delete(runId);
    }
  }

  private onError(source: EventSource): void {
    if (source !== this.source) return;
    this.setConnected(false);
    if (source.readyState === EventSource.CLOSED) this.schedule(REOPEN_MS);
  }

  private onChange(event: MessageEvent<string>): void {
    const change = z.safeDecode(runEvent, JSON.parse(event.data));
    if (!change.success) return;
    const { runId } = change.data;
    this.tell({ ...change.data, log: this.logs.get(runId) ?? null });
    // The server ends a stream whose runs have all ended; closing first keeps the browser from coming back.
    if (hasEnded(change.data.status)) this.connect();
  }

  private onLog(event: MessageEvent<string>): void {
    const piece = z.safeDecode(logEvent, JSON.parse(event.data));
    if (!piece.success) return;
    const { runId, text } = piece.data;
    const log = latestLines((this.logs.get(runId) ?? '') + text);
    this.logs.set(runId, log);
    const before = this.told.get(runId);
    if (before !== undefined) this.tell({ ...before, log });
  }

  private onProgress(event: MessageEvent<string>): void {
    const progress = z.safeDecode(bulkProgress, JSON.parse(event.data));
    if (!progress.success) return;
    this.counts.set(progress.data.parentRunId, progress.data);
    this.wake(progress.data.parentRunId);
  }

  private tell(live: LiveRun): void {
    this.told.set(live.runId, live);
    this.wake(live.runId);
  }

  private wake(runId: number): void {
    for (const listener of [...(this.followed.get(runId) ?? [])]) listener();
  }

  private setConnected(isConnected: boolean): void {
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
    for (const listeners of [...this.followed.values()]) for (const listener of [...listeners]) listener();
  }

  private isOver(runId: number): boolean {
    const live = this.told.get(runId);
    return live !== undefined && hasEnded(live.status);
  }
}

function latestLines(log: string): string {
  if (log.length <= LIVE_LOG_CHARS) return log;
  const tail = log.slice(-LIVE_LOG_CHARS);
  return `…\n${tail.slice(tail.indexOf('\n') + 1)}`;
}

const streams = new Map<string, RunStream>();

/** The stream of this tab in an organization; a tab is in one at a time. */
export function runStreamOf(orgId: string): RunStream {
  const stream = streams.get(orgId) ?? new RunStream(orgId);
  streams.set(orgId, stream);
  return stream;
}
