import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { BackupError } from './backup-error';

/** Postgres' own programs, which this version calls. */
export interface PgPrograms {
  dump: string;
  restore: string;
  major: number;
}

const majorOf = (version: string): number => Number(/(\d+)(?:\.\d+|devel|beta\d+|rc\d+)/.exec(version)?.[1]);

/**
 * Finds `pg_dump` and `pg_restore`, in a folder or on the path.
 *
 * @param serverVersion of the server to dump or to restore to: older programs can't read it
 * @throws BackupError with what to install
 */
export async function pgPrograms(folder: string | undefined, serverVersion: string): Promise<PgPrograms> {
  const at = (name: string) => (folder === undefined ? name : join(folder, name));
  const server = majorOf(serverVersion);
  const advice = `Install the client programs of Postgres ${server} or newer, or name their folder with --programs. Their package is postgresql-client-${server}; where your version of Debian or Ubuntu doesn't have it, take it from https://apt.postgresql.org.`;
  const said = await run(at('pg_dump'), ['--version'], {}).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new BackupError(`${at('pg_dump')} was not found. ${advice}`);
    throw error;
  });
  const major = majorOf(said);
  if (major < server) throw new BackupError(`pg_dump ${major} is too old for Postgres ${server}. ${advice}`);
  return { dump: at('pg_dump'), restore: at('pg_restore'), major };
}

/** What libpq gets of an address: the password goes apart, since everyone on the machine sees arguments. */
function connectionOf(url: string): { address: string; variables: Record<string, string> } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = '';
  // What only the driver of Node.js knows.
  parsed.searchParams.delete('uselibpqcompat');
  if (parsed.searchParams.get('sslmode') === 'no-verify') parsed.searchParams.set('sslmode', 'require');
  return { address: parsed.href, variables: password === '' ? {} : { PGPASSWORD: password } };
}

/** Writes a dump of one snapshot, in the format of `pg_restore`, to a new file that only its owner can read. */
export async function dumpDatabase(
  { dump }: PgPrograms,
  url: string,
  snapshot: string,
  file: string,
): Promise<void> {
  const { address, variables } = connectionOf(url);
  const args = ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`, `--dbname=${address}`];
  // pg_dump would make it readable for everyone, and keeps the rights of a file that is there.
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  await run(dump, args, variables);
}

/** Restores a dump into an empty database, all of it or nothing. Its role owns everything. */
export async function restoreDatabase({ restore }: PgPrograms, url: string, file: string): Promise<void> {
  const { address, variables } = connectionOf(url);
  const args = ['--no-owner', '--no-privileges', '--single-transaction', `--dbname=${address}`, file];
  await run(restore, args, variables);
}

/** Runs a program to its end, and returns what it printed. Throws `BackupError` with what it complained about. */
async function run(program: string, args: string[], variables: Record<string, string>): Promise<string> {
  const child = spawn(program, args, {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [output, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  if (code === 0) return output;
  throw new BackupError(`${program} ended with code ${code}: ${complaints.trim()}`);
}
