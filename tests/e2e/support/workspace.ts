import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { freePort } from '@/scripts/support/free-port';
import { waitUntilReady } from '@/scripts/support/readiness';
import { noteSandbox } from './leftovers';
import { people, type Session, signIn, type Who } from './people';

/** A whole Pushboard of one worker's own: web, worker, sample API and Postgres, with a data folder. */
export interface Workspace {
  origin: string;
  dataDir: string;
}

const START_PATIENCE_MS = 240_000;
const STOP_PATIENCE_MS = 30_000;

/**
 * Starts Pushboard as `npm start` does, in the folder that the worker's place has: a worker that takes the place of
 * one that failed goes on with its data.
 */
export async function startWorkspace(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<{ origin: string; stop(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true });
  // The embedded server's own user, where it is not ours, has to pass through.
  chmodSync(dataDir, 0o755);
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // The embedded server, whatever this machine is set up for otherwise.
      DATABASE_URL: '',
      // Journeys sign in more often than people do, the faster the machine the more so.
      SIGN_IN_ATTEMPTS_PER_MINUTE: '10000',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  const origin = `http://localhost:${port}`;
  await waitUntilReady(origin, START_PATIENCE_MS, () => hasEnded(child));
  if (hasEnded(child)) throw new Error(`Pushboard did not start:\n${said}`);
  return { origin, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  await ended;
  clearTimeout(force);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

interface OfTheWorker {
  /** Where the data goes: followed by the number of the worker's place, a folder. */
  workspacesDir: string;
  workspace: Workspace;
  /** The cookies of somebody who has signed in there. */
  sessionOf: (who: Who) => Promise<Session>;
  /** Takes away what has been made in the sandbox since it was new. */
  clearSandbox: () => Promise<void>;
}

/**
 * Whatever needs a workspace: files share that of the worker they happen to run on, one after the other. All that
 * belongs to a worker stands here, since files whose workers differ in that would not share one.
 */
export const test = base.extend<object, OfTheWorker>({
  workspacesDir: ['', { option: true, scope: 'worker' }],
  workspace: [
    async ({ workspacesDir }, use, { parallelIndex }) => {
      const dataDir = `${workspacesDir}-${parallelIndex}`;
      // Where the steps that go past the browser find the databases.
      process.env.DATA_DIR = dataDir;
      const { origin, stop } = await startWorkspace(dataDir);
      await use({ origin, dataDir });
      await stop();
    },
    { auto: true, scope: 'worker', timeout: START_PATIENCE_MS + STOP_PATIENCE_MS },
  ],
  sessionOf: [
    async ({ playwright, workspace }, use) => {
      const sessions = new Map<Who, Promise<Session>>();
      await use((who) => {
        const session = sessions.get(who) ?? signIn(playwright.request, workspace.origin, who);
        sessions.set(who, session);
        return session;
      });
    },
    { scope: 'worker' },
  ],
  clearSandbox: [
    async ({ playwright, workspace }, use) => {
      const admin = await playwright.request.newContext({
        baseURL: workspace.origin,
        extraHTTPHeaders: { 'x-demo-user-id': people.admin },
      });
      await use(await noteSandbox(admin));
      await admin.dispose();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ workspace }, use) => use(workspace.origin),
});
