import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { pool } from '@/server/base/database/db';
import { env } from '@/server/base/env';
import { keyRing } from '@/server/base/env-values';
import { openedAddress } from '@/server/base/schema/opened-address';
import { runningVariables } from '../../postgres/embedded-databases';
import { BackupError } from './backup-error';
import { createBackup, ownerAddress } from './create';
import { restoreBackup, verifyBackup } from './restore';

const USAGE = `Usage:
  npm run backup -- create FOLDER [--keys FILE]            back up the database and the results; --keys writes the key ring to a file elsewhere
    --unverified-audit                                     even if the audit log doesn't match its chain, or a key that verifies it is lost
  npm run backup -- verify FOLDER [--keys FILE] [--server ADDRESS]
                                                           restore into a scratch database, compare everything, and delete it
  npm run backup -- restore FOLDER --to ADDRESS [--keys FILE] [--results FOLDER]
                                                           restore into an empty database, as the role that will own it
    --results FOLDER                                       where the results go: an empty folder, instead of RESULTS_DIR (or DATA_DIR/results) of this environment
  --programs FOLDER                                        where pg_dump and pg_restore are, if not on the path
  --keys FILE                                              for verify and restore: read the key ring from there instead of ENCRYPTION_KEYS`;

type Options = Partial<Record<'keys' | 'server' | 'to' | 'programs' | 'results', string>> & {
  'unverified-audit'?: boolean;
};

/**
 * Makes, verifies, or restores a backup, and prints what it did.
 * @returns whether it succeeded
 */
export async function backup(args: readonly string[]): Promise<boolean> {
  const asked = readArguments(args);
  if (asked === null || typeof asked === 'string') {
    console.error(asked ?? USAGE);
    return false;
  }
  try {
    for (const line of await asked()) console.log(line);
    return true;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(error.message);
    return false;
  } finally {
    if (process.env.DATABASE_URL?.trim()) await pool().end();
  }
}

/** Returns what to do; what is missing, in words; or null if the arguments aren't those of the usage. */
function readArguments(args: readonly string[]): (() => Promise<string[]>) | string | null {
  const text = { type: 'string' } as const;
  let parsed: { values: Options; positionals: string[] };
  try {
    parsed = parseArgs({
      args: [...args],
      options: {
        keys: text,
        server: text,
        to: text,
        programs: text,
        results: text,
        'unverified-audit': { type: 'boolean' },
      },
      allowPositionals: true,
    });
  } catch {
    return null;
  }
  const { values, positionals } = parsed;
  const [command, given, ...rest] = positionals;
  if (given === undefined && ['create', 'verify', 'restore'].includes(command ?? ''))
    return `The folder of the backup is missing: npm run backup -- ${command} FOLDER`;
  if (command === 'restore' && values.to === undefined && values.server === undefined && rest.length === 0)
    return `--to is missing, the address of an empty database: npm run backup -- restore ${given} --to postgresql://OWNER:PASSWORD@HOST:5432/DATABASE`;
  if (given === undefined || rest.length > 0) return null;
  const folder = resolve(given);
  const { keys, programs, results, server, to, 'unverified-audit': unverifiedAudit = false } = values;
  if (unverifiedAudit && command !== 'create') return null;
  if (results !== undefined && command !== 'restore') return null;
  if (command === 'create' && server === undefined && to === undefined)
    return async () => {
      await findDatabase();
      return createBackup(folder, { keysFile: keys ?? null, programs, unverifiedAudit });
    };
  if (command === 'verify' && to === undefined) {
    return async () => {
      const ring = await useKeys(keys);
      await findDatabase('--server', server);
      return verifyBackup(folder, server ?? (await ownerAddress()), { programs, ring });
    };
  }
  if (command === 'restore' && server === undefined && to !== undefined) {
    return async () => {
      if (results !== undefined) process.env.RESULTS_DIR = resolve(results);
      const ring = await useKeys(keys);
      await findDatabase('--to', to);
      return restoreBackup(folder, to, { programs, ring });
    };
  }
  return null;
}

/** Reads the key ring from a file that `create` wrote, if one is named. Returns where the keys come from. */
async function useKeys(file: string | undefined): Promise<string> {
  if (file === undefined) return 'ENCRYPTION_KEYS';
  const keys = await readFile(file, 'utf8').catch((error) => {
    throw new BackupError(`The keys could not be read from ${file}: ${error.message}`);
  });
  const read = keyRing().safeParse(keys.trim());
  if (!read.success)
    throw new BackupError(`The keys in ${file} can't be used: the file ${read.error.issues[0]?.message}`);
  process.env.ENCRYPTION_KEYS = keys.trim();
  return file;
}

/**
 * Finds the database of a start without DATABASE_URL, which must be running, and checks that what is asked for can be
 * opened.
 *
 * @param given the address in the arguments, which takes its place on a new machine
 * @throws OpeningError
 */
async function findDatabase(option?: string, given?: string): Promise<void> {
  if (!process.env.DATABASE_URL?.trim()) {
    const running = runningVariables(resolve(process.env.DATA_DIR?.trim() || '.data'), true);
    if (running === undefined && given === undefined) {
      throw new BackupError(
        option === undefined
          ? 'DATABASE_URL is not set, and the embedded database is not running. Start Pushboard, then try again.'
          : `There is no server to restore into: DATABASE_URL is not set, and the embedded database is not running. Name one with ${option} ADDRESS, where a role may create databases.`,
      );
    }
    Object.assign(process.env, running ?? { DATABASE_URL: given });
  }
  if (option !== undefined && given !== undefined) await openedAddress(given, option);
  else await openedAddress(env().databaseUrl, 'DATABASE_URL');
}
