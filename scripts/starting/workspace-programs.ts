import { join } from 'node:path';
import type { Env } from '@/server/base/env';
import type { Program } from './supervised';

/**
 * The size in MB of each half of the space for new objects, from the start and after quiet hours. A list of thousands is
 * larger than what Node.js begins with and returns to, so that it would be copied several times before it is sent.
 */
const YOUNG_SPACE = ['--min-semi-space-size=32', '--max-semi-space-size=32'];

/**
 * The heaps of web and worker, in MB. With the process that reads a description (server/sources/imports/upload/read-document.ts)
 * they fit into 2 GB. The worker holds what sources send (RUN_MEMORY_MB) in addition to its own.
 */
const WEB_HEAP_MB = 512;
const WORKER_HEAP_MB = 384;

/**
 * How long web keeps an idle connection. Proxies keep theirs for up to a minute, and use them again: one that we closed
 * at that moment would fail the request.
 */
const KEEP_ALIVE_MS = 75_000;

/**
 * The two programs that make a workspace: web and worker.
 * @param logFolder where their output goes; on to our own output without one
 */
export function workspacePrograms(options: {
  env: Env;
  development: boolean;
  variables: Record<string, string>;
  logFolder: string | undefined;
}): Program[] {
  const { env, development, logFolder } = options;
  const variables = {
    ...options.variables,
    // Web and worker must not be able to act as the schema's owner. Empty counts as unset, also for a .env file.
    DATABASE_OWNER_URL: '',
    NEXT_TELEMETRY_DISABLED: '1',
    // The start says once which version to install; this would be seven lines from each process.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    PORT: String(env.port),
    HOST: env.host,
    DATA_DIR: env.dataDir,
  };
  // The bundler of development needs far more than web itself, and starts its own processes with flags that an environment
  // may hold, which these are not.
  const webLimits = development ? [] : [`--max-old-space-size=${WEB_HEAP_MB}`, ...YOUNG_SPACE];
  const workerHeapMb = WORKER_HEAP_MB + Math.ceil(env.runMemoryBytes / 1_000_000);
  const next = [
    ...webLimits,
    'node_modules/next/dist/bin/next',
    development ? 'dev' : 'start',
    '-p',
    String(env.port),
    '-H',
    env.host,
    ...(development ? [] : ['--keepAliveTimeout', String(KEEP_ALIVE_MS)]),
  ];
  const worker = development
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'jobs/main.ts']
    : [`--max-old-space-size=${workerHeapMb}`, '--enable-source-maps', '.build/worker.mjs'];
  const logFileOf = (name: string) =>
    logFolder === undefined ? {} : { logFile: join(logFolder, `${name}.log`) };
  return [
    { name: 'web', args: next, variables, ...logFileOf('web') },
    { name: 'worker', args: worker, variables, stopPatienceMs: env.shutdownMs, ...logFileOf('worker') },
  ];
}
