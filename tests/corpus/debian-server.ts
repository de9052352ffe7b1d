import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresAccount } from '@/scripts/postgres/postgres-account';
import { freePort } from '@/scripts/starting/free-port';

const programs = '/usr/lib/postgresql/15/bin';
const extensionFolder = '/usr/share/postgresql/15/extension';
const packages = ['postgresql-15', 'postgresql-client-15', 'postgresql-15-pgtap', 'postgresql-15-partman'];
const run = promisify(execFile);

/** A Debian PostgreSQL 15 for this test, on a free port of the loopback address. */
export interface DebianServer {
  host: string;
  port: number;
  user: string;
  password: string;
  stop(): Promise<void>;
}

/** Starts the server in a temporary folder, which `stop` deletes. Installs missing packages if it may. */
export async function startDebianServer(): Promise<DebianServer> {
  await installPackages();
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-corpus-'));
  await chmod(folder, 0o755);
  const cluster = join(folder, 'cluster');
  const account = postgresAccount(cluster);
  if (account !== undefined) await chown(folder, account.uid, account.gid);
  const options = { ...account, cwd: folder, env: { NODE_ENV: 'test' as const, LC_ALL: 'C' } };
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  const identity = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await run(join(programs, 'initdb'), [`--pgdata=${cluster}`, ...identity, '--encoding=UTF8'], options);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'timezone=UTC',
  ];
  const pgCtl = (...words: string[]) =>
    run(join(programs, 'pg_ctl'), ['--pgdata', cluster, ...words], options);
  const log = join(folder, 'server.log');
  await pgCtl(
    'start',
    '--wait',
    '--silent',
    '--log',
    log,
    '--options',
    settings.map((s) => `-c ${s}`).join(' '),
  );
  return {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    async stop() {
      await pgCtl('stop', '--mode', 'immediate', '--wait', '--silent');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function installPackages(): Promise<void> {
  const extensions = ['pgtap.control', 'pg_partman.control'].map((file) => join(extensionFolder, file));
  if ([join(programs, 'postgres'), ...extensions].every(existsSync)) return;
  if (process.getuid?.() !== 0) throw new Error(`Install ${packages.join(', ')} first, as root.`);
  await run('apt-get', ['install', '--yes', '--no-install-recommends', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
