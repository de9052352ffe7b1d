import { join } from 'node:path';
import { type Env, EnvError, readEnv } from '@/server/base/env';
import { mailProblem } from '@/server/messages/transport';
import { misspelledVariables } from './operator/misspelled-variables';
import {
  type EmbeddedDatabases,
  postgresFolder,
  startEmbeddedDatabases,
} from './postgres/embedded-databases';
import { keepPostgres } from './postgres/keep-postgres';
import { checkPostgresFolder } from './postgres/postgres-server';
import { originOf, waitUntilReady } from './starting/readiness';
import { type Prepared, runPrepare } from './starting/run-prepare';
import { planSampleApi } from './starting/sample-api';
import { savedSecret } from './starting/saved-secret';
import { onStopSignals } from './starting/stop-signals';
import { type Program, type Supervised, supervise } from './starting/supervised';
import { workspacePrograms } from './starting/workspace-programs';
import { welcome } from './welcome';

/** What `npm start` passes on (scripts/starting/start-up.mjs). */
export type ServeOptions = {
  development: boolean;
  progress: { step(title: string, work: () => Promise<string | undefined>): Promise<void> };
  /** Shows our progress to other starts that use the same data folder. */
  setState(state: 'running' | 'stopping'): void;
};

const readyPatienceMs = 120_000;

/** Stands for what the embedded start fills in; only the format matters here. */
const filledIn = {
  DATABASE_URL: 'postgresql://pushboard@127.0.0.1/pushboard',
  ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
};

/** Throws if the configuration is not valid: `EnvError`, or an error that names the folder. */
export function checkConfiguration(): Env {
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value?.trim()));
  if (isEmbedded()) refuseLostAddress(given);
  const env = readEnv(isEmbedded() ? { ...filledIn, ...given } : given);
  if (isEmbedded()) checkPostgresFolder(postgresFolder(env.dataDir));
  return env;
}

/** Other addresses of a database are for one whose own address was forgotten: an empty one must not take its place. */
function refuseLostAddress(given: Readonly<Record<string, string | undefined>>): void {
  const other = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL'].find(
    (name) => given[name] !== undefined,
  );
  if (other === undefined) return;
  throw new EnvError(
    `The configuration is not valid:\n  DATABASE_URL is not set, but ${other} is. Set DATABASE_URL to the same database; or remove ${other} to start with an embedded Postgres.`,
  );
}

/** What to tell about variables that were probably meant for Pushboard, and that it doesn't read. */
export const variableAdvice = (): string[] => misspelledVariables(process.env);

/** Serves until a signal stops it. Starts databases, web, and worker in this order, and stops them in reverse order. */
export async function serve({ development, progress, setState }: ServeOptions): Promise<void> {
  const env = checkConfiguration();
  let databases: EmbeddedDatabases | undefined;
  const children: Supervised[] = [];
  let isReady = false;
  let isStopping = false;
  let stopKeeping = () => {};
  let prepared: Prepared = { hasAdmin: false, isHeld: false };

  const stopEverything = async () => {
    isStopping = true;
    setState('stopping');
    stopKeeping();
    await Promise.all(children.map((child) => child.stop()));
    await databases?.server.stop();
  };
  onStopSignals({
    stop: stopEverything,
    force: () => {
      for (const child of children) child.kill();
      void databases?.server.stop();
    },
  });

  try {
    if (isEmbedded()) {
      await progress.step('Postgres', async () => {
        databases = await startEmbeddedDatabases(
          env.dataDir,
          process.env.ENCRYPTION_KEYS?.trim() || undefined,
        );
        return `on port ${databases.server.port}`;
      });
    }
    const logFolder = databases && !development ? join(env.dataDir, 'logs') : undefined;
    const sampleApi =
      isEmbedded() && env.authMode === 'demo' && env.sampleApiUrl === undefined
        ? await planSampleApi({ dataDir: env.dataDir, development, logFolder })
        : undefined;
    const variables = {
      NODE_ENV: development ? 'development' : 'production',
      ...(databases === undefined ? {} : { OPERATOR_KEY: operatorKey(env) }),
      ...databases?.variables,
      ...sampleApi?.variables,
    };
    await progress.step('Schema and examples', async () => {
      prepared = (await runPrepare({ ...variables, ...databases?.ownerVariables })) ?? prepared;
      return undefined;
    });
    await progress.step('Web and worker', async () => {
      const programs = workspacePrograms({ env, development, variables, logFolder });
      if (sampleApi !== undefined) programs.push(sampleApi.program);
      if (isStopping) throw new Error('Stopped.');
      await startChildren(programs, children, originOf(env), () => isReady);
      isReady = true;
      return 'ready';
    });
  } catch (error) {
    await stopEverything();
    throw error;
  }
  if (databases) stopKeeping = keepPostgres(databases.server);
  setState('running');
  console.log(welcome(env, databases !== undefined, prepared, variableAdvice()));
  // The worker says so, too, but in a file.
  const isLoggedElsewhere = databases !== undefined && !development;
  if (env.mail !== null && !prepared.isHeld && isLoggedElsewhere)
    void mailProblem(env.mail).then((problem) => problem !== null && console.log(`  ${problem}\n`));
}

/** Starts the programs and waits until they are ready. Adds each to `children` as it starts, so that it can be stopped. */
async function startChildren(
  programs: Program[],
  children: Supervised[],
  origin: string,
  isReady: () => boolean,
): Promise<void> {
  let earlyEnd: string | undefined;
  for (const program of programs) {
    const child = supervise(program, isReady, (how) => {
      earlyEnd ??= program.logFile ? `${how}. Its log: ${program.logFile}` : how;
    });
    children.push(child);
  }
  await waitUntilReady(origin, readyPatienceMs, () => earlyEnd !== undefined);
  if (earlyEnd !== undefined) throw new Error(earlyEnd);
}

/** What the operator signs in with on the diagnostics page. */
const operatorKey = (env: Env): string => env.operatorKey ?? savedSecret(join(env.dataDir, 'operator-key'));

/** Whether Postgres is started here, because no other one is named. */
function isEmbedded(): boolean {
  return !process.env.DATABASE_URL?.trim();
}
