import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '@/server/base/env';

const pauseMs = 100;
/** How long one attempt may take. */
const PATIENCE_MS = 5000;

interface Readiness {
  /** Only a check that began after this counts; `/readyz` repeats what it found for a second. */
  since?: Date;
  /** False for a web process that is started without one. */
  needsWorker?: boolean;
}

/**
 * Waits until `/readyz` responds with 200 and a worker is alive, or a copy of a database is held: then its workers wait on
 * purpose.
 *
 * @param isGivenUp called between attempts; true ends the wait
 * @throws Error with the last response when the time is up
 */
export async function waitUntilReady(
  origin: string,
  patienceMs: number,
  isGivenUp: () => boolean,
  { since, needsWorker = true }: Readiness = {},
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  let last = 'there was no response';
  while (Date.now() < deadline && !isGivenUp()) {
    try {
      const { status, text } = await inTime(ask(origin));
      if (status === 200 && (!needsWorker || hasWorker(text)) && isAfter(text, since)) return;
      last = `the response was ${status} ${text}`;
    } catch {
      // Not listening yet.
    }
    await sleep(pauseMs);
  }
  if (!isGivenUp())
    throw new Error(`${origin}/readyz did not become ready within ${patienceMs / 1000} s: ${last}`);
}

async function ask(origin: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(PATIENCE_MS) });
  return { status: response.status, text: await response.text() };
}

/** Ends a wait that the request's own signal doesn't end: one that is aborted while its response arrives may stay open. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const silence = sleep(PATIENCE_MS + 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Error('The server did not respond in time.');
  });
  return Promise.race([answer, silence]).finally(() => ended.abort());
}

function hasWorker(answer: string): boolean {
  const { worker, held }: { worker: boolean; held?: boolean } = JSON.parse(answer);
  return worker || held === true;
}

function isAfter(answer: string, since: Date | undefined): boolean {
  if (since === undefined) return true;
  const { checked_at: checkedAt }: { checked_at: string } = JSON.parse(answer);
  return new Date(checkedAt) >= since;
}

/** Returns the address of the web process from this machine. */
export function originOf({ host, port }: Env): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Names where people reach it, and the port that it listens on if their address has another one. */
export function readyAt({ appUrl, port }: Pick<Env, 'appUrl' | 'port'>): string {
  const { protocol, port: shown } = new URL(appUrl);
  const reached = Number(shown || (protocol === 'https:' ? 443 : 80));
  return reached === port ? appUrl : `${appUrl} (listening on port ${port})`;
}
