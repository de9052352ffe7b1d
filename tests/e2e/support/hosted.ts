import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@/scripts/starting/free-port';
import { type Account, type OidcDouble, startOidc } from '../../support/doubles/oidc';
import { startWorkspace } from './workspace';

const run = promisify(execFile);

/** A Pushboard in hosted mode, as its operator starts it. */
export interface HostedWorkspace {
  origin: string;
  providers: OidcDouble[];
  /** Runs one of the operator's commands, and returns what it prints. */
  admin(...args: string[]): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts Pushboard with its own data and providers.
 *
 * @param names of the providers, as the operator names them
 */
export async function startHosted(
  names: readonly string[],
  accounts: Account[],
  more: Record<string, string> = {},
): Promise<HostedWorkspace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pushboard-hosted-'));
  const port = await freePort();
  const providers: OidcDouble[] = [];
  const variables: Record<string, string> = {};
  for (const name of names) {
    const callback = `http://localhost:${port}/api/auth/callback/${name}`;
    const double = await startOidc([callback], accounts, {
      backchannel: `http://localhost:${port}/api/auth/logout/${name}`,
      afterLogout: `http://localhost:${port}/sign-in`,
    });
    providers.push(double);
    Object.assign(variables, double.variables(name.toUpperCase()));
  }
  const { origin, stop } = await startWorkspace(dataDir, {
    PORT: String(port),
    AUTH_MODE: 'hosted',
    PROVIDER_ALLOW: '127.0.0.1',
    OIDC_ISSUERS: names.join(),
    ...variables,
    ...more,
  });
  return {
    origin,
    providers,
    async admin(...args) {
      const env = {
        ...process.env,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        PORT: String(port),
        AUTH_MODE: 'hosted',
        PROVIDER_ALLOW: '127.0.0.1',
        OIDC_ISSUERS: names.join(),
        ...variables,
        ...more,
      };
      const { stdout } = await run(process.execPath, ['scripts/admin.mjs', ...args], { env });
      return stdout;
    },
    async stop() {
      await stop();
      for (const provider of providers) await provider.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
