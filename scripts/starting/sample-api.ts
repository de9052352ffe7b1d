import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { savedPort } from './saved-port';
import { savedSecret } from './saved-secret';
import type { Program } from './supervised';

/** The sample API to start, and SAMPLE_API_URL for its clients. */
export type SampleApiPlan = { program: Program; variables: { SAMPLE_API_URL: string } };

/**
 * Chooses the port of the sample API and creates its folder and the secret of its keys.
 * @param logFolder the folder for its output; without one, it goes to our own output
 */
export async function planSampleApi(options: {
  dataDir: string;
  development: boolean;
  logFolder: string | undefined;
}): Promise<SampleApiPlan> {
  const { development, logFolder } = options;
  const folder = join(options.dataDir, 'sample-api');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const secret = savedSecret(join(folder, 'secret'));
  const port = await savedPort(join(folder, 'port'));
  const program = development
    ? ['node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'prisma/demo/sample-api/main.ts']
    : ['--enable-source-maps', '.build/sample-api.mjs'];
  return {
    program: {
      name: 'sample-api',
      args: [...program, String(port), folder],
      variables: {},
      ...(logFolder === undefined ? {} : { logFile: join(logFolder, 'sample-api.log') }),
    },
    variables: { SAMPLE_API_URL: `http://:${secret}@127.0.0.1:${port}` },
  };
}
