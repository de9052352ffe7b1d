import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { savedPort } from '../starting/saved-port';
import { folderOutOfReach, type PostgresAccount, postgresAccount } from './postgres-account';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries';
import { serverState } from './postgres-state';
import { readUnlinked, writeUnlinked } from './unlinked-file';

/** A running embedded server. It outlives the process that started it, until `stop` is called. */
export type PostgresServer = {
  /** The server's folder. */
  folder: string;
  /** The database files, inside that folder. */
  cluster: string;
  port: number;
  /** Returns the address of a database, as the server's superuser. */
  superuserUrl(database?: string): string;
  /** Adds the server's socket file, if it has one, to an address of one of its databases. */
  throughSocket(url: string): string;
  /** Ends open sessions and waits until the server has stopped. */
  stop(): Promise<void>;
};

const superuser = 'postgres';
const startWaitSeconds = 60;
const stopWaitSeconds = 4;
/** Postgres itself kills what has not ended five seconds after an immediate stop. */
const immediateStopWaitSeconds = 15;
const logLimitBytes = 10_000_000;

/**
 * How much memory may hold pages, in MB: an eighth of what this machine or container has, as far as that helps. It is taken
 * as pages are read, so only a workspace with hundreds of thousands of runs uses more than a little of it. A million of them
 * take 840 MB; where they don't fit, each page of such a history is fetched again and again.
 */
function pageMemoryMb(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.min(4096, Math.max(256, Math.floor(memory / 8 / 2 ** 20)));
}

/** What a system accepts at least as the path of a socket file, with the zero byte after it. */
const longestSocketPath = 104;

/**
 * Where the server puts its socket file: its own folder, which others can't enter. Empty on Windows, and where the path
 * is too long or would have to be quoted.
 */
function socketFolder(folder: string): string {
  const fits = join(folder, '.s.PGSQL.65535').length < longestSocketPath;
  return process.platform !== 'win32' && fits && /^[\w./-]+$/.test(folder) ? folder : '';
}

/** The load of one workspace. */
const settings = (): Record<string, string> => ({
  listen_addresses: '127.0.0.1',
  max_connections: '100',
  shared_buffers: `${pageMemoryMb()}MB`,
  work_mem: '8MB',
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
});

/** Settings for tests, whose data is small and need not survive a power cut. */
export const forTests: Record<string, string> = {
  shared_buffers: '256MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Starts the embedded server with its files in `folder`, creating them the first time. A server that already runs there
 * is used; one that is stopping is waited for. It listens only on the loopback address and, where it can, on a socket file.
 */
export async function startPostgres(
  givenFolder: string,
  extraSettings: Record<string, string> = {},
): Promise<PostgresServer> {
  const folder = resolve(givenFolder);
  const cluster = join(folder, 'cluster');
  const account = postgresAccount(cluster);
  prepareFolder(folder, account);
  const binaries = postgresBinaries(account, folder);
  const password = rememberedPassword(folder);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialize(folder, binaries, account);

  const server = (port: number, socketsIn: string): PostgresServer => ({
    folder,
    cluster,
    port,
    superuserUrl: (database = superuser) =>
      `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`,
    throughSocket: (url) => (socketsIn === '' ? url : `${url}?host=${encodeURIComponent(socketsIn)}`),
    stop: () => stopPostgres(cluster, binaries, account),
  });
  const running = await settledState(cluster);
  if (running) return server(running.port, running.socketFolder);

  const port = await savedPort(join(folder, 'port'));
  const log = freshLog(folder);
  const startWith = async (socketsIn: string) => {
    const options = {
      ...settings(),
      ...extraSettings,
      unix_socket_directories: socketsIn,
      port: String(port),
    };
    const start = [
      'start',
      '--pgdata',
      cluster,
      '--log',
      log,
      '--wait',
      '--timeout',
      String(startWaitSeconds),
      '--silent',
      '--options',
      Object.entries(options)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    ];
    await run(binaries.pgCtl, start, account, folder);
    return server(port, socketsIn);
  };
  const begun = readUnlinked(log)?.length ?? 0;
  const notStarted = () => {
    throw new Error(`Postgres did not start. The end of its log, ${log}:\n${lastLines(log)}`);
  };
  return startWith(socketFolder(folder)).catch(() => {
    // Some file systems, such as those that containers share with their host, can't hold a socket file. After any other
    // failure, a server without one would be out of reach for programs that were told of it.
    const cannotHoldOne = readUnlinked(log)
      ?.slice(begun)
      .includes('could not create any Unix-domain sockets');
    return cannotHoldOne ? startWith('').catch(notStarted) : notStarted();
  });
}

/** Returns the server's state once it neither starts nor stops; undefined if no server runs. */
async function settledState(cluster: string): Promise<{ port: number; socketFolder: string } | undefined> {
  const deadline = Date.now() + startWaitSeconds * 1000;
  while (Date.now() < deadline) {
    const state = serverState(cluster);
    if (!state.running) return undefined;
    if (state.ready) return state;
    await sleep(100);
  }
  throw new Error(
    `Another Postgres in ${cluster} did not become ready or stop within ${startWaitSeconds} seconds.`,
  );
}

async function stopPostgres(
  cluster: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  if (!serverState(cluster).running) return;
  const stop = (mode: string, waitSeconds: number) =>
    run(
      binaries.pgCtl,
      ['stop', '--pgdata', cluster, '--mode', mode, '--wait', '--timeout', String(waitSeconds), '--silent'],
      account,
      dirname(cluster),
    );
  try {
    await stop('fast', stopWaitSeconds);
  } catch {
    if (serverState(cluster).running) await stop('immediate', immediateStopWaitSeconds);
  }
}

/** Throws an error that says what to do if Postgres, which cannot run as root, could not reach its folder. */
export function checkPostgresFolder(folder: string): void {
  const barrier = folderOutOfReach(dirname(folder), postgresAccount(join(folder, 'cluster')));
  if (barrier === undefined) return;
  throw new UnreachableFolderError(
    `Postgres cannot run as root, and the user "postgres" may not enter ${barrier}, which would hold its data. ` +
      'Set DATA_DIR to a folder that every user can reach, for example: DATA_DIR=/var/lib/pushboard npm start',
  );
}

class UnreachableFolderError extends Error {
  override readonly name = 'StartError';
}

function prepareFolder(folder: string, account: PostgresAccount): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  checkPostgresFolder(folder);
  chmodSync(folder, 0o700);
  if (account) lchownSync(folder, account.uid, account.gid);
}

async function initialize(
  folder: string,
  binaries: PostgresBinaries,
  account: PostgresAccount,
): Promise<void> {
  // An interrupted first start leaves an incomplete cluster, which cannot be read.
  const unfinished = join(folder, 'cluster.unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  const passwordFile = join(folder, 'initial-password');
  writeUnlinked(passwordFile, rememberedPassword(folder), account);
  const identity = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  try {
    await run(
      binaries.initdb,
      [`--pgdata=${unfinished}`, ...identity, ...text, '--no-instructions'],
      account,
      folder,
    );
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(unfinished, join(folder, 'cluster'));
}

function rememberedPassword(folder: string): string {
  const file = join(folder, 'superuser-password');
  const remembered = readUnlinked(file);
  if (remembered !== undefined) return remembered;
  const password = randomBytes(24).toString('hex');
  writeUnlinked(file, password);
  return password;
}

function freshLog(folder: string): string {
  const log = join(folder, 'server.log');
  const size = lstatSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size > logLimitBytes) renameSync(log, `${log}.previous`);
  return log;
}

function lastLines(file: string): string {
  return (readUnlinked(file) ?? '(it is empty)').trimEnd().split('\n').slice(-10).join('\n');
}

async function run(program: string, args: string[], account: PostgresAccount, folder: string): Promise<void> {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  const variables = { ...Object.fromEntries(kept), LC_ALL: 'C' };
  // Start in its own folder: the current one may be closed to the user that Postgres runs as.
  await promisify(execFile)(program, args, {
    ...account,
    cwd: folder,
    env: { NODE_ENV: 'production', ...variables },
  });
}
