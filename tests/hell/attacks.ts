import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { API_BASE } from '@/lib/wire/url';
import { largeDescription } from '../bench/support/large-description';
import type { RemoteCommand } from '../support/doubles/remote-app';
import { type Counts, count } from './counts';
import { as, DEVIL, DEVILS, HELL } from './people';

/** What the attacks use. */
export interface Arsenal {
  origin: string;
  /** The session cookies of people who open pages. */
  cookies: readonly string[];
  commands: Record<'huge' | 'bomb' | 'slow' | 'rows', RemoteCommand>;
  counts: Counts;
  over: AbortSignal;
}

const PAGES = 300;
const STREAMS = 200;
const SLOW_READERS = 20;
/** Each leaves a connection with its description: the most that one run of this test may leave on the disk. */
const MOST_UPLOADS = 60;
const PAUSE_MS = 250;

const created = z.object({ run_id: z.int() });
const linked = z.object({ url: z.string() });

/** Sends one request and reads its whole response. Returns null if there was none, or if it failed. */
async function ask(
  { origin, counts, over }: Arsenal,
  attack: string,
  path: string,
  init: RequestInit = {},
): Promise<string | null> {
  try {
    const response = await fetch(origin + path, { redirect: 'manual', signal: over, ...init });
    const text = await response.text();
    count(counts, attack, response.status);
    return response.ok ? text : null;
  } catch {
    if (!over.aborted) count(counts, attack, 'aborted');
    return null;
  }
}

async function askJson(arsenal: Arsenal, attack: string, path: string, userId: string, body?: object) {
  const text = await ask(arsenal, attack, `${API_BASE}/${HELL}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...as(userId), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return text === null ? null : JSON.parse(text);
}

/** Repeats the work in several parallel loops. */
async function again(
  { over }: Arsenal,
  places: number,
  work: (userId: string) => Promise<unknown>,
): Promise<void> {
  const place = async (_: unknown, number: number) => {
    while (!over.aborted) {
      await work(DEVILS[number % DEVILS.length] ?? DEVIL);
      await sleep(PAUSE_MS, undefined, { signal: over }).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: places }, place));
}

/** Starts a run, and polls it until it is over. Returns its id. */
async function runToItsEnd(arsenal: Arsenal, attack: 'huge' | 'bomb' | 'slow', userId: string) {
  const { kitId, olId } = arsenal.commands[attack];
  const answer = await askJson(arsenal, attack, '/run-async-i', userId, { kitId, olId });
  if (answer === null) return null;
  const { run_id: runId } = created.parse(answer);
  await askJson(arsenal, attack, '/run-async-ii', userId, { kitId, olId, runId, runrams: {} });
  for (let look = 0; look < 10 && !arsenal.over.aborted; look += 1) {
    const run = await askJson(arsenal, attack, `/kits/${kitId}/runs/${runId}?wait=15`, userId);
    if (run === null || !['starting', 'running'].includes(run.status)) break;
  }
  return runId;
}

const hugeAnswers = (arsenal: Arsenal) =>
  again(arsenal, 4, async (userId) => {
    const runId = await runToItsEnd(arsenal, 'huge', userId);
    if (runId === null) return;
    const path = `/kits/${arsenal.commands.huge.kitId}/runs/${runId}`;
    await Promise.all([1, 2, 3].map(() => askJson(arsenal, 'huge', path, userId)));
    await readSlowly(arsenal, runId, userId);
  });

const bombs = (arsenal: Arsenal) => again(arsenal, 6, (userId) => runToItsEnd(arsenal, 'bomb', userId));

const slowApis = (arsenal: Arsenal) => again(arsenal, 30, (userId) => runToItsEnd(arsenal, 'slow', userId));

const tenThousandRows = (arsenal: Arsenal) =>
  again(arsenal, 4, (userId) =>
    askJson(arsenal, 'rows', '/run-sync', userId, { ...arsenal.commands.rows, params: {} }),
  );

const pages = (arsenal: Arsenal) =>
  again(arsenal, 1, async () => {
    const open = (_: unknown, number: number) =>
      ask(arsenal, 'pages', `/${HELL}/commands`, {
        headers: { cookie: arsenal.cookies[number % arsenal.cookies.length] ?? '' },
      });
    await Promise.all(Array.from({ length: PAGES }, open));
  });

async function uploads(arsenal: Arsenal): Promise<void> {
  const text = largeDescription();
  let left = MOST_UPLOADS;
  await again(arsenal, 4, async (userId) => {
    left -= 1;
    if (left < 0) return;
    const body = new FormData();
    body.append('file', new File([text], 'large.json'));
    const path = `${API_BASE}/${HELL}/openapi-upload`;
    await ask(arsenal, 'uploads', path, { method: 'POST', headers: as(userId), body });
  });
}

/** Streams are opened and never read; those that end are opened again. */
const eventStreams = (arsenal: Arsenal) =>
  again(arsenal, STREAMS, async (userId) => {
    const { origin, over, counts } = arsenal;
    try {
      const path = `${API_BASE}/${HELL}/events?runs=1,2,3`;
      const response = await fetch(origin + path, { headers: as(userId), signal: over });
      count(counts, 'streams', response.status);
      if (response.ok && !over.aborted) await once(over, 'abort');
      else await response.body?.cancel();
    } catch {
      if (!over.aborted) count(counts, 'streams', 'aborted');
    }
    await sleep(1000, undefined, { signal: over }).catch(() => undefined);
  });

let slowReaders = 0;

/** Begins a download, and reads a piece of it every second. */
async function readSlowly(arsenal: Arsenal, runId: number, userId: string): Promise<void> {
  if (slowReaders >= SLOW_READERS) return;
  const { origin, over, counts } = arsenal;
  const answer = await askJson(arsenal, 'downloads', `/runs/${runId}/download-link/json`, userId);
  if (answer === null) return;
  const request = get(new URL(linked.parse(answer).url, origin), { headers: as(userId), signal: over });
  request.on('error', () => {
    if (!over.aborted) count(counts, 'downloads', 'aborted');
  });
  request.on('response', (response) => {
    count(counts, 'downloads', response.statusCode ?? 0);
    slowReaders += 1;
    response.on('error', () => {});
    const timer = setInterval(() => response.read(16_384), 1000);
    response.on('close', () => {
      clearInterval(timer);
      slowReaders -= 1;
    });
  });
}

/** Runs all attacks at once, until the time is over. */
export async function attack(arsenal: Arsenal): Promise<void> {
  const all = [hugeAnswers, bombs, slowApis, tenThousandRows, pages, uploads, eventStreams];
  await Promise.all(all.map((each) => each(arsenal)));
}
