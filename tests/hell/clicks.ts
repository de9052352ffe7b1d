import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN, callApp, type RemoteCommand, SANDBOX } from '../support/doubles/remote-app';
import { type Counts, count } from './counts';
import { as, signIn } from './people';

/** The clicks of a person at work. */
export const CLICKS = ['run', 'library', 'page'] as const;
export type Click = (typeof CLICKS)[number];

/** How long each click took, in milliseconds, and its outcome. */
export interface Clicked {
  startedAt: Date;
  tookMs: Record<Click, number[]>;
  counts: Counts;
  /** Clicks on Run that ended without their result, with the error. */
  lost: string[];
}

const READING_MS = 150;
/** A person who waits longer than this gives up. */
const PATIENCE_MS = 60_000;

/** A person of the sandbox, who clicks, reads, and clicks again. */
export async function signInToWork(origin: string, command: RemoteCommand) {
  const cookie = await signIn(origin, ADMIN);
  const clickOn: Record<Click, () => Promise<Response>> = {
    run: () =>
      fetch(`${origin}/api/v1/${SANDBOX}/run-sync`, {
        method: 'POST',
        headers: { ...as(ADMIN), 'content-type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        body: JSON.stringify({ ...command, params: { a: 20, b: 22 } }),
      }),
    library: () =>
      fetch(`${origin}/api/v1/${SANDBOX}/skinny-kits`, {
        headers: as(ADMIN),
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
    page: () =>
      fetch(`${origin}/sandbox/commands`, {
        headers: { cookie },
        redirect: 'manual',
        signal: AbortSignal.timeout(PATIENCE_MS),
      }),
  };

  async function click(what: Click, clicked: Clicked): Promise<void> {
    const startedAtMs = performance.now();
    try {
      const response = await clickOn[what]();
      const text = await response.text();
      clicked.tookMs[what].push(performance.now() - startedAtMs);
      count(clicked.counts, what, response.status);
      if (what === 'run' && !isFortyTwo(text)) clicked.lost.push(text.slice(0, 300));
    } catch (thrown) {
      count(clicked.counts, what, 'aborted');
      if (what === 'run') clicked.lost.push(String(thrown));
    }
  }

  /** Clicks on each in turn until the time is over. */
  return async function work(seconds: number): Promise<Clicked> {
    const clicked: Clicked = {
      startedAt: new Date(),
      tookMs: { run: [], library: [], page: [] },
      counts: {},
      lost: [],
    };
    const untilMs = performance.now() + seconds * 1000;
    while (performance.now() < untilMs) {
      for (const what of CLICKS) {
        await click(what, clicked);
        await sleep(READING_MS);
      }
    }
    return clicked;
  };
}

function isFortyTwo(text: string): boolean {
  try {
    const { status, payload } = JSON.parse(text);
    return status === 'success' && String(payload) === '42';
  } catch {
    return false;
  }
}

/** Starts a run that takes longer than most, and a new one whenever it has ended, until the time is over. */
export async function runLongOnes(origin: string, command: RemoteCommand, over: AbortSignal) {
  const { kitId, olId } = command;
  const runIds: number[] = [];
  const lost: string[] = [];
  while (!over.aborted) {
    try {
      const made = (await callApp(origin, 'POST', `/${SANDBOX}/run-async-i`, { kitId, olId })) as {
        run_id: number;
      };
      runIds.push(made.run_id);
      await callApp(origin, 'POST', `/${SANDBOX}/run-async-ii`, {
        kitId,
        olId,
        runId: made.run_id,
        runrams: {},
      });
      await callApp(origin, 'GET', `/${SANDBOX}/kits/${kitId}/runs/${made.run_id}?wait=30`);
    } catch (thrown) {
      lost.push(String(thrown).slice(0, 300));
      await sleep(1000);
    }
  }
  return { runIds, lost };
}
