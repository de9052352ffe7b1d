import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const program = '/usr/sbin/pgbouncer';

/** Whether PgBouncer is installed, such as by Debian's package `pgbouncer`. */
export const hasPgbouncer = (): boolean => {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** A real PgBouncer in front of a server. */
export interface Pgbouncer {
  port: number;
  /** Whether it still runs. */
  isAlive(): boolean;
  close(): Promise<void>;
}

export async function startPgbouncer(
  databaseUrl: string,
  mode: 'transaction' | 'session',
  serverConnections = 4,
): Promise<Pgbouncer> {
  const { hostname, port, username, password } = new URL(databaseUrl);
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const own = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${user}" "${secret}"\n`, { mode: 0o644 });
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = user=${user} password=${secret} host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${serverConnections}
server_login_retry = 1
`,
    { mode: 0o644 },
  );
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const child = spawn(program, [settings], {
    stdio: 'ignore',
    cwd: '/',
    ...(isRoot ? { uid: 65534, gid: 65534 } : {}),
  });
  await answering(own, child);
  return {
    port: own,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    close: async () => {
      child.kill('SIGKILL');
      while (child.exitCode === null && child.signalCode === null) await wait(10);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

async function answering(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port });
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    await wait(20);
  }
}
