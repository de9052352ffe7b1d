import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresAccount } from '@/scripts/postgres/postgres-account';
import { freePort } from '@/scripts/starting/free-port';

/** The server that belongs to this machine's own `pg_dump`; undefined unless both are installed. */
function programFolder(): string | undefined {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  const [, major] = /\) (\d+)\./.exec(stdout ?? '') ?? [];
  const folder = `/usr/lib/postgresql/${major}/bin`;
  return existsSync(join(folder, 'postgres')) ? folder : undefined;
}

/** Whether this machine has a Postgres with its client programs, such as by Debian's package `postgresql`. */
export const hasPostgres = (): boolean => programFolder() !== undefined;

/** Starts the machine's own Postgres on an empty cluster. Its superuser is `postgres`, without a password. */
export async function startDebianPostgres(): Promise<{ url: string; programs: string; stop(): void }> {
  const programs = programFolder() ?? '';
  const folder = mkdtempSync(join(tmpdir(), 'pushboard-debian-'));
  const account = postgresAccount(join(folder, 'cluster'));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  const run = (name: string, args: string[]) =>
    execFileSync(join(programs, name), args, { ...account, cwd: folder, stdio: 'ignore' });
  run('initdb', ['--pgdata=cluster', '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-sync']);
  const port = await freePort();
  const settings = `-p ${port} -h 127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run('pg_ctl', ['start', '--wait', '--pgdata=cluster', '--log=log', `--options=${settings}`]);
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    programs,
    stop() {
      run('pg_ctl', ['stop', '--wait', '--mode=immediate', '--pgdata=cluster']);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
