import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '@/scripts/postgres/connect';
import { freePorts } from '@/scripts/starting/free-port';

/** Where Debian's packages `postgresql-15`, `patroni`, and `etcd-server` put their programs. */
const BINARIES = '/usr/lib/postgresql/15/bin';
const PATIENCE_MS = 120_000;

interface Member {
  name: string;
  folder: string;
  settings: string;
  port: number;
  restPort: number;
  program: ChildProcess | undefined;
}

/** Two Postgres servers, one of them a synchronous standby, that Patroni and etcd keep. */
export interface Patroni {
  /** The address of the database, which names both servers as docs/operations.md says. */
  url: string;
  /** Where its servers listen, and where Patroni says of each whether it leads. */
  members: readonly { port: number; restPort: number }[];
  /** Restarts the server of the leader as `patronictl restart` does. */
  restart(): Promise<void>;
  /**
   * Kills the leading server and its Patroni at once, as a machine that loses its power does. Resolves when
   * the standby takes changes; the killed one returns later as a standby.
   */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPatroni(): Promise<Patroni> {
  const idOf = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  const folder = await mkdtemp(join(tmpdir(), 'pushboard-patroni-'));
  await chmod(folder, 0o755);
  const [client, peer, ...ports] = await freePorts(6);
  const password = randomBytes(12).toString('hex');
  const etcd = spawn(
    'etcd',
    [
      ...['--data-dir', join(folder, 'etcd'), '--listen-client-urls', `http://127.0.0.1:${client}`],
      ...[
        '--advertise-client-urls',
        `http://127.0.0.1:${client}`,
        '--listen-peer-urls',
        `http://127.0.0.1:${peer}`,
      ],
    ],
    { stdio: 'ignore' },
  );
  const launch = async (member: Member) => {
    const log = await open(join(folder, `${member.name}.log`), 'a', 0o644);
    member.program = spawn('patroni', [member.settings], { uid, gid, stdio: ['ignore', log.fd, log.fd] });
    await log.close();
  };
  const members: Member[] = [];
  for (const [at, name] of ['one', 'two'].entries()) {
    const member: Member = {
      name,
      folder: join(folder, name),
      settings: join(folder, `${name}.yml`),
      port: ports[at * 2] ?? 0,
      restPort: ports[at * 2 + 1] ?? 0,
      program: undefined,
    };
    await mkdir(member.folder, { mode: 0o700 });
    await chown(member.folder, uid, gid);
    await writeFile(member.settings, settingsOf(member, client ?? 0, password));
    members.push(member);
    await launch(member);
    // The first to take the lead initializes the database; the second copies it.
    if (at === 0) await leaderOf(members);
  }
  await isSynchronous(members);
  const address = (hosts: string, database: string) =>
    `postgresql://postgres:${password}@${hosts}/${database}`;
  await withClient(address(`127.0.0.1:${members[0]?.port}`, 'postgres'), (connection) =>
    connection.query('create database pushboard'),
  );

  return {
    url: address(members.map(({ port }) => `127.0.0.1:${port}`).join(','), 'pushboard'),
    members,
    async restart() {
      const leader = await leaderOf(members);
      const answer = await fetch(`http://127.0.0.1:${leader.restPort}/restart`, {
        method: 'POST',
        body: '{}',
      });
      if (!answer.ok) throw new Error(`Patroni restarted nothing: ${await answer.text()}`);
    },
    async failOver() {
      await isSynchronous(members);
      const leader = await leaderOf(members);
      const server = await serverOf(leader);
      leader.program?.kill('SIGKILL');
      process.kill(server, 'SIGKILL');
      const next = await leaderOf(members.filter((member) => member !== leader));
      await takesChanges(address(`127.0.0.1:${next.port}`, 'pushboard'));
      await launch(leader);
    },
    async stop() {
      for (const { program } of members) {
        if (program === undefined || program.exitCode !== null || program.signalCode !== null) continue;
        const ended = once(program, 'exit');
        program.kill('SIGTERM');
        await ended;
      }
      etcd.kill('SIGTERM');
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

const settingsOf = ({ name, folder, port, restPort }: Member, etcdPort: number, password: string) => `
scope: pushboard
name: ${name}
restapi: { listen: 127.0.0.1:${restPort}, connect_address: 127.0.0.1:${restPort} }
etcd3: { host: 127.0.0.1:${etcdPort} }
bootstrap:
  dcs:
    synchronous_mode: true
    postgresql: { use_pg_rewind: true, parameters: { max_connections: 200 } }
  initdb: [{ encoding: UTF8 }, { locale: C.UTF-8 }, data-checksums]
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${join(folder, 'data')}
  bin_dir: ${BINARIES}
  pgpass: ${join(folder, 'pgpass')}
  parameters: { unix_socket_directories: '${folder}' }
  pg_hba: [host all all 127.0.0.1/32 scram-sha-256, host replication all 127.0.0.1/32 scram-sha-256, local all all trust]
  authentication:
    superuser: { username: postgres, password: '${password}' }
    replication: { username: replicator, password: '${password}' }
`;

/** Waits for one of these to be the leader. */
async function leaderOf(members: readonly Member[]): Promise<Member> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    for (const member of members) if (await says(member, 'primary')) return member;
    await sleep(100);
  }
  throw new Error('Patroni found no leader.');
}

/** Waits until one of these is the synchronous standby of the other, so that nothing is lost with the leader. */
async function isSynchronous(members: readonly Member[]): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    for (const member of members) if (await says(member, 'synchronous')) return;
    await sleep(100);
  }
  throw new Error('No standby became synchronous.');
}

/** Waits until a commit is done, which after a promotion may be later than the lead. */
async function takesChanges(url: string): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const isDone = await withClient(url, (connection) =>
      connection.query(`select pg_logical_emit_message(true, 'cluster', '')`),
    ).then(
      () => true,
      () => false,
    );
    if (isDone) return;
    await sleep(50);
  }
  throw new Error('The new leader took no changes.');
}

const says = ({ restPort }: Member, role: string): Promise<boolean> =>
  fetch(`http://127.0.0.1:${restPort}/${role}`, { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => ok,
    () => false,
  );

async function serverOf({ folder }: Member): Promise<number> {
  const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return Number(pid);
}
