import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { freePort } from '@/scripts/starting/free-port';
import { waitUntilReady } from '@/scripts/starting/readiness';
import { OWN } from '../../support/doubles/aws/account';
import { noteSandbox } from './leftovers';
import { waitForLivePages } from './live-pages';
import { people, type Session, signIn, type Who } from './people';

/** A whole Pushboard for one test worker: web, worker, sample API, and Postgres, with a data folder. */
export interface Workspace {
  origin: string;
  dataDir: string;
  /** Where AWS is expected, for a journey that brings a double of it. */
  awsPort: number;
}

const START_PATIENCE_MS = 240_000;
const STOP_PATIENCE_MS = 30_000;

/**
 * Starts Pushboard as `npm start` does, in the folder of the test worker's place. A worker that replaces a failed one
 * continues with its data.
 */
export async function startWorkspace(
  dataDir: string,
  more: Record<string, string> = {},
): Promise<{ origin: string; stop(): Promise<void> }> {
  mkdirSync(dataDir, { recursive: true });
  // The embedded server's user, if not ours, must be able to pass through.
  chmodSync(dataDir, 0o755);
  const port = Number(more.PORT ?? (await freePort()));
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // The embedded server, whatever database this machine is configured for.
      DATABASE_URL: '',
      // Journeys sign in more often than people do, especially on a fast machine.
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
  /** The start of the data folder's path; the number of the worker's place follows. */
  workspacesDir: string;
  workspace: Workspace;
  /** The cookies of a person who has signed in there. */
  sessionOf: (who: Who) => Promise<Session>;
  /** Deletes everything that was created in the sandbox since it was new. */
  clearSandbox: () => Promise<void>;
}

/**
 * The test for everything that needs a workspace. Files share the workspace of the worker they run on, one after the
 * other. All worker fixtures are declared here, since files with different worker fixtures would not share one.
 */
export const test = base.extend<object, OfTheWorker>({
  workspacesDir: ['', { option: true, scope: 'worker' }],
  workspace: [
    async ({ workspacesDir }, use, { parallelIndex }) => {
      const dataDir = `${workspacesDir}-${parallelIndex}`;
      // The addresses of the databases, for steps that bypass the browser.
      process.env.DATA_DIR = dataDir;
      const awsPort = await freePort();
      const { origin, stop } = await startWorkspace(dataDir, {
        AWS_ENDPOINT: `http://127.0.0.1:${awsPort}`,
        AWS_ACCESS_KEY_ID: OWN.accessKeyId,
        AWS_SECRET_ACCESS_KEY: OWN.secretAccessKey,
        ENVIRONMENT_ORG: 'sandbox-1',
        ENVIRONMENT_DATABASES: 'reporting',
        ENVIRONMENT_DATABASE_REPORTING: 'postgres://runner:secret@reporting.db.invalid/reports',
      });
      await use({ origin, dataDir, awsPort });
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
  browser: [
    async ({ browser }, use) => {
      waitForLivePages(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ workspace }, use) => use(workspace.origin),
});
