import { execFileSync, spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user that Postgres runs as; undefined for the user who started us. */
export type PostgresAccount = { uid: number; gid: number } | undefined;

const accountName = 'postgres';

/**
 * Returns the account to run Postgres as. Postgres refuses to run as root: when started by root, it runs as the owner
 * of the cluster's files, or for a new cluster as the user `postgres`, created if needed.
 */
export function postgresAccount(cluster: string): PostgresAccount {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const existing = readAccount();
  if (existing) return existing;
  execFileSync('groupadd', ['--force', '--system', accountName], { stdio: 'pipe' });
  execFileSync('useradd', ['--system', '--gid', accountName, '--no-create-home', accountName], {
    stdio: 'pipe',
  });
  const made = readAccount();
  if (!made) throw new Error(`Couldn't create the user "${accountName}", which Postgres must run as.`);
  return made;
}

/**
 * Returns the outermost folder on the way to `path`, included, that the account may not enter; undefined if it may
 * enter all.
 */
export function folderOutOfReach(path: string, account: PostgresAccount): string | undefined {
  if (!account) return undefined;
  const parents: string[] = [];
  for (let folder = path; ; folder = dirname(folder)) {
    parents.unshift(folder);
    if (folder === dirname(folder)) break;
  }
  return parents.find((folder) => !mayEnter(folder, account));
}

function mayEnter(folder: string, account: NonNullable<PostgresAccount>): boolean {
  return spawnSync('test', ['-x', folder], { ...account, cwd: '/' }).status === 0;
}

function readAccount(): PostgresAccount {
  const [uid, gid] = ['-u', '-g'].map((which) => {
    const answer = spawnSync('id', [which, accountName], { encoding: 'utf8' });
    return answer.status === 0 ? Number.parseInt(answer.stdout, 10) : Number.NaN;
  });
  return uid === undefined || gid === undefined || Number.isNaN(uid + gid) ? undefined : { uid, gid };
}
