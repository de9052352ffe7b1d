import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { insist } from '../faults/insist';
import { ADMIN, callApp, type RemoteCommand, SANDBOX } from '../support/doubles/remote-app';

const created = z.object({ run_id: z.int() });

/** What a careful colleague does until `over`: everything but clicks is repeated until it gets a response. */
export interface Work {
  /** Each press of Run that isn't repeated: when, how long it took in milliseconds, and what came. */
  clicks: { at: Date; tookMs: number; outcome: 'success' | string }[];
  bulk: { runId: number; tags: string[] }[];
  /** Streams of runs that were followed to the end of their run. */
  followed: number;
  /** How often a stream was cut and opened again. */
  cut: number;
  /** Pages of the history that were read after a click, and how many of them lacked its run. */
  looks: number;
  without: number;
}

const CLICK_EVERY_MS = 250;
const BULK_EVERY_MS = 20_000;
const BULK_ROWS = 60;
const PATIENCE_MS = 60_000;

export async function work(
  origin: string,
  commands: { click: RemoteCommand; record: RemoteCommand; narrow: RemoteCommand },
  over: AbortSignal,
): Promise<Work> {
  const done: Work = { clicks: [], bulk: [], followed: 0, cut: 0, looks: 0, without: 0 };
  await Promise.all([
    until(over, CLICK_EVERY_MS, async () => {
      const { runId, ...clicked } = await click(origin, commands.click);
      done.clicks.push(clicked);
      if (runId !== null) await look(origin, commands.click, runId, done);
    }),
    until(over, BULK_EVERY_MS, async () => void done.bulk.push(await bulk(origin, commands.narrow))),
    until(over, 1000, () => follow(origin, commands.record, done)),
  ]);
  return done;
}

async function until(over: AbortSignal, pauseMs: number, act: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await act();
    await sleep(pauseMs);
  }
}

async function click(
  origin: string,
  { kitId, olId }: RemoteCommand,
): Promise<Work['clicks'][number] & { runId: number | null }> {
  let runId: number | null = null;
  const at = new Date();
  const startedAtMs = performance.now();
  const outcome = await fetch(`${origin}/api/v1/${SANDBOX}/run-sync`, {
    method: 'POST',
    headers: { 'x-demo-user-id': ADMIN, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(PATIENCE_MS),
    body: JSON.stringify({ kitId, olId, params: {} }),
  })
    .then(async (response) => {
      const text = await response.text();
      const isDone = response.ok && text.includes('"status":"success"');
      if (isDone) runId = created.parse(JSON.parse(text)).run_id;
      return isDone ? 'success' : `${response.status} ${text.slice(0, 200)}`;
    })
    .catch((error: Error) => String(error.cause ?? error));
  return { at, tookMs: performance.now() - startedAtMs, outcome, runId };
}

/** Reads the newest page of the history; one that is refused is counted nowhere. */
async function look(origin: string, { kitId }: RemoteCommand, runId: number, done: Work): Promise<void> {
  const text = await fetch(
    `${origin}/api/v1/${SANDBOX}/skinny-runs?filter=kit_id:${kitId}&max_possible_count=100`,
    {
      headers: { 'x-demo-user-id': ADMIN },
      signal: AbortSignal.timeout(PATIENCE_MS),
    },
  )
    .then((response) => (response.ok ? response.text() : null))
    .catch(() => null);
  if (text === null) return;
  done.looks += 1;
  if (!text.includes(`"run_id":${runId},`)) done.without += 1;
}

async function bulk(origin: string, { kitId, olId }: RemoteCommand): Promise<Work['bulk'][number]> {
  const tags = Array.from({ length: BULK_ROWS }, () => randomUUID());
  const body = { kitId, olId, runramsList: tags.map((tag) => ({ tag })) };
  const parentRunId = created.parse(await insist([origin], 0, 'run-bulk-async-i', body)).run_id;
  await insist([origin], 0, 'run-bulk-async-ii', { parentRunId, kitId });
  return { runId: parentRunId, tags };
}

/** Starts a run and reads its event stream, again whenever it is cut, until it tells of the run's end. */
async function follow(origin: string, { kitId, olId }: RemoteCommand, done: Work): Promise<void> {
  const runId = created.parse(await insist([origin], 0, 'run-async-i', { kitId, olId })).run_id;
  await insist([origin], 0, 'run-async-ii', { kitId, olId, runId, runrams: { tag: randomUUID() } });
  for (;;) {
    const text = await fetch(`${origin}/api/v1/${SANDBOX}/kits/${kitId}/runs/${runId}/events`, {
      headers: { 'x-demo-user-id': ADMIN },
      signal: AbortSignal.timeout(2 * PATIENCE_MS),
    })
      .then((response) => response.text())
      .catch(() => '');
    if (/"status":"(success|failed)"/.test(text)) break;
    done.cut += 1;
    await sleep(200);
  }
  done.followed += 1;
}

/** Creates jobs of a command that fire every minute, each with its own tag. Returns the tags. */
export async function schedule(origin: string, { kitId }: RemoteCommand, howMany: number): Promise<string[]> {
  const tags = [];
  for (let at = 0; at < howMany; at += 1) {
    const tag = randomUUID();
    const body = { name: `Job ${at}`, cronExpression: '* * * * *', allowsOverlap: true, runrams: { tag } };
    await callApp(origin, 'POST', `/${SANDBOX}/kits/${kitId}/cron-jobs`, body);
    tags.push(tag);
  }
  return tags;
}
