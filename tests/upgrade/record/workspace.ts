import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '@/scripts/postgres/connect';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { freePort } from '@/scripts/starting/free-port';
import { runPrepare } from '@/scripts/starting/run-prepare';
import { workspacePrograms } from '@/scripts/starting/workspace-programs';
import { readEnv } from '@/server/base/env';
import type { HttpDouble } from '../../support/doubles/http-double';
import { startRecordedApi } from './sample-api';

type Variables = Record<string, string>;

/** A built Pushboard whose processes are started and killed one by one. */
export interface Workspace {
  origin: string;
  /** Pushboard's own database, as its owner. */
  databaseUrl: string;
  dataDir: string;
  keys: string;
  api: HttpDouble;
  /** Starts the web process, or restarts it with other settings. */
  startWeb(more?: Variables): Promise<void>;
  startWorker(more?: Variables): Promise<void>;
  /** Stops the worker in order, so that its runs end. */
  stopWorker(): Promise<void>;
  /** Kills the worker, as a crash would. */
  killWorker(): Promise<void>;
  stop(): Promise<void>;
}

/** A killed worker counts as dead soon, and a run that is to time out does so soon. Alerts reach the sample API. */
const BASE: Variables = {
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  WORKER_DEAD_AFTER_SECONDS: '2',
  RUN_TIMEOUT_SECONDS: '5',
  NETWORK_ALLOW: 'localhost,127.0.0.1',
  REQUESTS_PER_SECOND: '100000',
  REQUEST_BURST: '100000',
  REQUESTS_AT_ONCE: '100000',
};

export async function startWorkspace(): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-record-'));
  await chmod(folder, 0o755);
  const own = await startPostgres(join(folder, 'own'));
  const source = await startPostgres(join(folder, 'source'));
  const sourceSql = await readFile('tests/upgrade/record/source.sql', 'utf8');
  await withClient(source.superuserUrl(), (client) => client.query(sourceSql));
  await withClient(own.superuserUrl(), (client) => client.query('create database pushboard'));
  const api = await startRecordedApi();
  const port = await freePort();
  const dataDir = join(folder, 'data');
  const variables = {
    ...BASE,
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: own.superuserUrl('pushboard'),
    ENCRYPTION_KEYS: `recorded:${randomBytes(32).toString('base64')}`,
    SAMPLE_DATABASE_URL: source.superuserUrl(),
  };
  await runPrepare(variables);
  const programs = new Map<string, ChildProcess>();

  function launch(name: 'web' | 'worker', more: Variables): void {
    const all = { ...variables, ...more };
    const planned = workspacePrograms({
      env: readEnv(all),
      development: false,
      variables: all,
      logFolder: undefined,
    });
    const program = planned.find((each) => each.name === name);
    if (program === undefined) throw new Error(`There is no program ${name}`);
    const child = spawn(process.execPath, program.args, {
      env: { ...process.env, ...program.variables },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    programs.set(name, child);
  }

  async function end(name: 'web' | 'worker', signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = programs.get(name);
    programs.delete(name);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  const origin = `http://localhost:${port}`;
  return {
    origin,
    databaseUrl: variables.DATABASE_URL,
    dataDir,
    keys: variables.ENCRYPTION_KEYS,
    api,
    async startWeb(more = {}) {
      await end('web', 'SIGKILL');
      launch('web', more);
      await untilAnswers(`${origin}/healthz`);
    },
    async startWorker(more = {}) {
      launch('worker', more);
      await untilAnswers(`${origin}/readyz`);
    },
    stopWorker: () => end('worker', 'SIGTERM'),
    killWorker: () => end('worker', 'SIGKILL'),
    async stop() {
      await end('worker', 'SIGKILL');
      await end('web', 'SIGKILL');
      await api.close();
      await source.stop();
      await own.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilAnswers(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} does not answer`);
}
