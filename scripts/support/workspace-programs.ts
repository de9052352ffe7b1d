import { join } from 'node:path';
import type { Env } from '@/server/env';
import type { Program } from './supervised';

/**
 * The size in MB of each half of the space for new objects. A list of thousands is larger than the default of Node.js,
 * so that it would be copied several times before it is sent.
 */
const YOUNG_SPACE = '--max-semi-space-size=32';

/**
 * The two programs of a workspace: web and worker.
 * @param logFolder the folder for their output; without one, it goes to our own output
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
    NEXT_TELEMETRY_DISABLED: '1',
    PORT: String(env.port),
    HOST: env.host,
    DATA_DIR: env.dataDir,
  };
  const next = [
    YOUNG_SPACE,
    'node_modules/next/dist/bin/next',
    development ? 'dev' : 'start',
    '-p',
    String(env.port),
    '-H',
    env.host,
  ];
  const worker = development
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'jobs/main.ts']
    : ['--enable-source-maps', '.build/worker.mjs'];
  const logFileOf = (name: string) =>
    logFolder === undefined ? {} : { logFile: join(logFolder, `${name}.log`) };
  return [
    { name: 'web', args: next, variables, ...logFileOf('web') },
    { name: 'worker', args: worker, variables, ...logFileOf('worker') },
  ];
}
