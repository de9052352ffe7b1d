import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { withClient } from '@/scripts/postgres/connect';
import { startPostgres } from '@/scripts/postgres/postgres-server';
import { freePort } from '@/scripts/starting/free-port';
import { waitUntilReady } from '@/scripts/starting/readiness';

/** A complete Pushboard with a source to run against, as `npm start` serves it. */
export interface BenchApp {
  origin: string;
  dataDir: string;
  /** The process that started all others. */
  pid: number;
  /** The first process of its own Postgres, whose children are the others. */
  postgresPid: number;
  /** How long it took from `npm start` until `/readyz` reported that everything is ready. */
  startedInMs: number;
  /** The application's own database, to fill it. */
  databaseUrl: string;
  /** The source, for direct calls. It is its own Postgres server. */
  sourceUrl: string;
  stop(): Promise<void>;
}

/** How to start the application. */
interface BenchStart {
  /** Fills the empty database and data folder before the application starts. */
  fill?(databaseUrl: string, dataDir: string): Promise<void>;
  encryptionKeys?: string;
  /** Another built checkout to start, for a comparison with this one. */
  checkout?: string;
  /** Settings in addition to those of every bench; an empty one has its default. */
  variables?: Record<string, string>;
}

/** Starts two Postgres servers, the application on one of them and `sourceStatements` on the other. */
export async function startBenchApp(
  sourceStatements: string,
  {
    fill,
    encryptionKeys = `bench:${randomBytes(32).toString('base64')}`,
    checkout,
    variables = {},
  }: BenchStart = {},
): Promise<BenchApp> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-bench-'));
  await chmod(folder, 0o755);
  const own = await startPostgres(join(folder, 'own'));
  const source = await startPostgres(join(folder, 'source'));
  await withClient(own.superuserUrl(), (client) => client.query('create database pushboard'));
  await withClient(source.superuserUrl(), (client) => client.query(sourceStatements));
  const port = await freePort();
  const dataDir = join(folder, 'data');
  await fill?.(own.superuserUrl('pushboard'), dataDir);
  const startedAtMs = performance.now();
  const app = spawn(process.execPath, ['scripts/start.mjs'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: checkout ?? process.cwd(),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      // As the embedded server is reached. Another checkout has to be reached in the same way, or the comparison lies.
      DATABASE_URL: own.throughSocket(own.superuserUrl('pushboard')),
      ENCRYPTION_KEYS: encryptionKeys,
      REQUESTS_PER_SECOND: '100000',
      REQUEST_BURST: '100000',
      REQUESTS_AT_ONCE: '100000',
      LOG_LEVEL: 'warn',
      ...variables,
    },
  });
  const origin = `http://localhost:${port}`;
  const stop = async () => {
    await stopApp(app);
    await source.stop();
    await own.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(origin, 180_000, () => app.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    origin,
    dataDir,
    pid: app.pid ?? 0,
    postgresPid: Number((await readFile(join(own.cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    startedInMs: performance.now() - startedAtMs,
    databaseUrl: own.superuserUrl('pushboard'),
    sourceUrl: source.superuserUrl(),
    stop,
  };
}

async function stopApp(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null) return;
  const ended = once(app, 'exit');
  app.kill('SIGTERM');
  await ended;
}
