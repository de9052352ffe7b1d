import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { withClient } from '@/scripts/postgres/connect';
import { keepPostgres } from '@/scripts/postgres/keep-postgres';
import { forTests, startPostgres } from '@/scripts/postgres/postgres-server';
import { serverState } from '@/scripts/postgres/postgres-state';
import { freePorts } from '@/scripts/starting/free-port';
import { waitUntilReady } from '@/scripts/starting/readiness';
import { runPrepare } from '@/scripts/starting/run-prepare';
import { workspacePrograms } from '@/scripts/starting/workspace-programs';
import { exactTypes } from '@/server/base/database/exact-types';
import { readEnv } from '@/server/base/env';
import { KeptProgram } from './kept-program';

/** The processes that can be killed. */
export const victims = ['web', 'worker', 'postgres'] as const;
export type Victim = (typeof victims)[number];

/** A whole Pushboard, with two web processes and two workers on one database, whose processes can be killed. */
export interface FaultApp {
  origins: readonly string[];
  /** Connections to Pushboard's own database, which survive its kills. */
  own: pg.Pool;
  /** The source of its commands, which is never killed. */
  sourceUrl: string;
  /** Kills one process of a kind. If Postgres is down, waits until it is up again. */
  kill(victim: Victim, which: number): Promise<void>;
  /** Replaces all our processes in order, as a deploy does: each is asked to stop, and a new one takes its place. */
  deploy(): Promise<void>;
  /** Resolves when Postgres, if it was killed, is up again, and every web process reports that it is ready. */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

const READY_PATIENCE_MS = 120_000;

/**
 * @param more settings besides those that a fault needs
 * @param workerArgs the arguments to start a worker with Node.js, instead of the built one
 */
export async function startFaultApp(
  sourceStatements: string,
  more: Readonly<Record<string, string>> = {},
  workerArgs?: string[],
): Promise<FaultApp> {
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-faults-'));
  await chmod(folder, 0o755);
  const own = await startPostgres(join(folder, 'own'));
  const stopKeeping = keepPostgres(own);
  // It is never killed.
  const source = await startPostgres(join(folder, 'source'), forTests);
  await withClient(own.superuserUrl(), async (client) => {
    // What a killed server has written is lost only with the power. While a slow disk holds up every commit, workers that
    // live seem dead. Its log still holds full pages: a kill in the middle of a write leaves half of a
    // page, which only they can repair.
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
    await client.query('create database pushboard');
  });
  await withClient(source.superuserUrl(), (client) => client.query(sourceStatements));
  const ownUrl = own.superuserUrl('pushboard');
  const variables = {
    NODE_ENV: 'production',
    DATABASE_URL: own.throughSocket(ownUrl),
    DATA_DIR: join(folder, 'data'),
    ENCRYPTION_KEYS: `faults:${randomBytes(32).toString('base64')}`,
    REQUESTS_PER_SECOND: '100000',
    REQUEST_BURST: '100000',
    REQUESTS_AT_ONCE: '100000',
    LOG_LEVEL: process.env.FAULTS_LOG ?? 'silent',
    WORKER_DEAD_AFTER_SECONDS: '3',
    ...more,
  };
  await runPrepare(variables);

  const ports = await freePorts(2);
  const programs = ports.flatMap((port) =>
    workspacePrograms({
      env: readEnv({ ...variables, PORT: String(port) }),
      development: false,
      variables,
      logFolder: undefined,
    }),
  );
  const kept = programs.map((program) => {
    const args = program.name === 'worker' ? (workerArgs ?? program.args) : program.args;
    return { name: program.name, program: new KeptProgram({ ...program, args }) };
  });
  const named = (name: string) => kept.filter((one) => one.name === name).map(({ program }) => program);
  const parts = { web: named('web'), worker: named('worker') };
  const origins = ports.map((port) => `http://localhost:${port}`);
  let killedPostgres: number | undefined;
  /** Resolves with the process of the server, once one that is not killed takes connections. */
  const postgres = async () => {
    for (;;) {
      const state = serverState(own.cluster);
      if (state.running && state.ready && state.pid !== killedPostgres) return state.pid;
      await sleep(50);
    }
  };
  const ready = async () => {
    // A session may outlive its server for a moment, long enough to make a web process ready once more.
    await postgres();
    const since = new Date();
    for (const origin of origins) await waitUntilReady(origin, READY_PATIENCE_MS, () => false, { since });
  };
  await ready();
  const ownPool = new pg.Pool({ connectionString: ownUrl, types: exactTypes });
  ownPool.on('error', () => {});

  return {
    origins,
    own: ownPool,
    sourceUrl: source.superuserUrl(),
    async kill(victim, which) {
      if (victim !== 'postgres') return parts[victim][which % 2]?.kill();
      killedPostgres = await postgres();
      process.kill(killedPostgres, 'SIGKILL');
    },
    async deploy() {
      await Promise.all(kept.map(({ program }) => program.replace()));
      await ready();
    },
    ready,
    async stop() {
      await Promise.all(kept.map(({ program }) => program.stop()));
      stopKeeping();
      await ownPool.end();
      await source.stop();
      await own.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
