import { EventSourceParserStream } from 'eventsource-parser/stream';
import { z } from 'zod';
import { operationUrl } from '@/lib/client/api-client';
import type { ResponseOf } from '@/lib/contract/operation';
import { followRun, logEvent, runEvent } from '@/lib/contract/runs/run-events';
import { readRun } from '@/lib/contract/runs/runs';
import { hasEnded } from '@/lib/runs/run-status';
import type { Api } from './api';

export type EndedRun = ResponseOf<typeof readRun>;

/** How long the server holds its answer to the question whether a run has ended. */
const WAIT_SECONDS = 25;

/** Receives what happens during a run. */
export interface Watcher {
  onLog(text: string): void;
  /** How many rows have come. */
  onRows(count: number): void;
}

/** The run of a command. */
export interface RunPlace {
  orgId: string;
  kitId: number;
  runId: number;
}

/**
 * Follows a run until it has ended, and returns it. If the stream breaks, it is opened again where it stopped; if that
 * doesn't help, the run is asked for until it has ended.
 */
export async function followToEnd(
  api: Api,
  place: RunPlace,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<EndedRun> {
  let lastId: string | null = null;
  let tries = 0;
  while (tries < 3) {
    const seen = await readStream(api, place, watcher, lastId, signal);
    if (seen.isOver) break;
    tries = seen.lastId === lastId ? tries + 1 : 0;
    lastId = seen.lastId;
  }
  while (true) {
    const run = await api.call(readRun, { params: place, query: { wait: WAIT_SECONDS } }, { signal });
    if (hasEnded(run.status)) return run;
  }
}

async function readStream(
  api: Api,
  place: RunPlace,
  watcher: Watcher,
  after: string | null,
  signal: AbortSignal,
): Promise<{ isOver: boolean; lastId: string | null }> {
  let lastId = after;
  const headers: Record<string, string> = lastId === null ? {} : { 'Last-Event-ID': lastId };
  const response = await api.fetch(operationUrl(followRun, { params: place }), { headers, signal });
  if (!response.ok || response.body === null) return { isOver: false, lastId };
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  try {
    for await (const { event, data, id } of events) {
      lastId = id || lastId;
      if (event === 'log') watcher.onLog(z.decode(logEvent, JSON.parse(data)).text);
      else if (event === 'status' || event === 'rows') {
        const change = z.decode(runEvent, JSON.parse(data));
        if (change.totalRows !== null) watcher.onRows(change.totalRows);
        if (hasEnded(change.status)) return { isOver: true, lastId };
      }
    }
  } catch (error) {
    if (signal.aborted) throw error;
    // The connection broke in the middle; it is opened again.
  }
  return { isOver: false, lastId };
}
